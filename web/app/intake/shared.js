/** The cache in which web/service-worker.js stores shared photos. */
const sharedName = 'espy-shared'

/** Returns the photos shared by another app, and removes them from the cache. @returns {Promise<File[]>} */
export async function takeShared() {
  if (!('caches' in window)) return []
  const cache = await caches.open(sharedName)
  const requests = await cache.keys()
  const files = await Promise.all(requests.map(async (request) => {
    const blob = await (await cache.match(request)).blob()
    return new File([blob], decodeURIComponent(request.url.split('/').pop()), { type: blob.type })
  }))
  await caches.delete(sharedName)
  return files
}
