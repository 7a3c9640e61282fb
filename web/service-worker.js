/*
 * Keeps the shell of the pages: the files named here and nothing else, no answers of the API, and no photos but those
 * that another app shares, for the moment until the start page takes them. A version is kept as a whole, and the next
 * one takes over when the person agrees: never do files of two versions meet.
 */

/* The server writes these: a hash over all files of the shell, and their addresses. */
const version = ''
const files = []

const name = `espy-shell-${version}`
/** The path below which everything lies, with a slash at its end. */
const home = new URL('.', self.location).pathname
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
  await cache.addAll(files.map((file) => new Request(home + file.slice(1), { cache: 'no-cache' })))
}

async function forget() {
  const old = (await caches.keys()).filter((key) => key.startsWith('espy-shell-') && key !== name)
  await Promise.all(old.map((key) => caches.delete(key)))
  await self.clients.claim()
}

/** Photos that another app hands over, until the start page takes them; no server needs to see them before. */
function sharedPhotos(request) {
  if (request.method !== 'POST' || pathOf(request) !== '/share') return undefined
  return keepShared(request)
}

async function keepShared(request) {
  const photos = (await request.formData()).getAll('photos')
  // What was handed over before and never taken makes room.
  await caches.delete(sharedName)
  const cache = await caches.open(sharedName)
  await Promise.all(photos.map((photo, index) => cache.put(`${home}share/${index}/${encodeURIComponent(photo.name)}`, new Response(photo))))
  return Response.redirect(`${home}?shared`, 303)
}

/** Undefined for what is none of our business; the browser then goes on as if we were not there. */
function shellFile(request) {
  const path = pathOf(request)
  if (request.method !== 'GET' || !path || path.startsWith('/api/')) return undefined
  // Every page is the same document.
  const file = request.mode === 'navigate' && !files.includes(path) && !path.endsWith('.txt') ? '/' : path
  return files.includes(file) ? kept(file, request) : undefined
}

/** The path of a request in the app; undefined for what lies elsewhere. */
function pathOf({ url }) {
  const { origin, pathname } = new URL(url)
  return origin === self.location.origin && pathname.startsWith(home) ? pathname.slice(home.length - 1) : undefined
}

async function kept(file, request) {
  const cache = await caches.open(name)
  const found = await cache.match(home + file.slice(1))
  if (!found) return fetch(request)
  return file === '/' ? document(found) : found
}

/** The page names its files by where it lies itself, and it is shown at other addresses, too. */
async function document(page) {
  const text = (await page.text()).replaceAll('="./', `="${home}`)
  const headers = new Headers(page.headers)
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  return new Response(text, { headers })
}
