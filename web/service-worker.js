/*
 * Keeps the shell of the pages: the files named here and nothing else, no answers of the API, and no photos but those
 * that another app shares, for the moment until the start page takes them. A version is kept as a whole, and the next
 * one takes over when the person agrees: never do files of two versions meet.
 */

/* The server writes these: a hash over all files of the shell, and their addresses. */
const version = ''
const files = []

const name = `espy-shell-${version}`
/** As web/app/intake/shared.js knows it. */
const sharedName = 'espy-shared'

self.addEventListener('install', (event) => event.waitUntil(keep()))
self.addEventListener('activate', (event) => event.waitUntil(forget()))
self.addEventListener('message', ({ data }) => { if (data === 'take over') self.skipWaiting() })
self.addEventListener('fetch', (event) => {
  const answer = sharedPhotos(event.request) ?? shellFile(event.request)
  if (answer) event.respondWith(answer)
})

/** All or nothing: one file that does not come leaves the version before in place. */
async function keep() {
  const cache = await caches.open(name)
  await cache.addAll(files.map((file) => new Request(file, { cache: 'no-cache' })))
}

async function forget() {
  const old = (await caches.keys()).filter((key) => key.startsWith('espy-shell-') && key !== name)
  await Promise.all(old.map((key) => caches.delete(key)))
  await self.clients.claim()
}

/** Photos that another app hands over, until the start page takes them; no server needs to see them before. */
function sharedPhotos(request) {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'POST' || origin !== self.location.origin || pathname !== '/share') return undefined
  return keepShared(request)
}

async function keepShared(request) {
  const photos = (await request.formData()).getAll('photos')
  // What was handed over before and never taken makes room.
  await caches.delete(sharedName)
  const cache = await caches.open(sharedName)
  await Promise.all(photos.map((photo, index) => cache.put(`/share/${index}/${encodeURIComponent(photo.name)}`, new Response(photo))))
  return Response.redirect('/?shared', 303)
}

/** Undefined for what is none of our business; the browser then goes on as if we were not there. */
function shellFile(request) {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return undefined
  // Every page is the same document.
  const file = request.mode === 'navigate' && !files.includes(pathname) ? '/' : pathname
  return files.includes(file) ? kept(file, request) : undefined
}

async function kept(file, request) {
  const cache = await caches.open(name)
  return await cache.match(file) ?? fetch(request)
}
