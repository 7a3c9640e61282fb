/** As web/service-worker.js knows it, which puts them there. */
const sharedName = 'espy-shared'

/** The photos that another app handed over, which are kept no longer. @returns {Promise<File[]>} */
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
