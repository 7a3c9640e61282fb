/*
 * Caches the shell of the pages: the files listed here and nothing else. No API responses, and no photos except those
 * shared by other apps, until the start page takes them. Each version is cached as a whole, and the next one takes over
 * when the user agrees, so files of two versions are never mixed.
 */

/* Written by the server: a hash over all files of the shell, and their paths. */
const version = ''
const files = []
/* Files for counting, with a hash of each: they are loaded when they are first needed, and then cached. */
const later = {}

const name = `espy-shell-${version}`
const laterName = 'espy-later'
/** The path prefix of the app, with a trailing slash. */
const home = new URL('.', self.location).pathname
/** The same name as in web/app/intake/shared.js. */
const sharedName = 'espy-shared'

self.addEventListener('install', (event) => event.waitUntil(keep()))
self.addEventListener('activate', (event) => event.waitUntil(forget()))
self.addEventListener('message', ({ data }) => { if (data === 'take over') self.skipWaiting() })
self.addEventListener('fetch', (event) => {
  const answer = sharedPhotos(event.request) ?? shellFile(event.request)
  if (answer) event.respondWith(answer)
})

/** Caches all files or none: if one fails to load, the previous version stays. */
async function keep() {
  const cache = await caches.open(name)
  await cache.addAll(files.map((file) => new Request(home + file.slice(1), { cache: 'no-cache' })))
}

async function forget() {
  const old = (await caches.keys()).filter((key) => key.startsWith('espy-shell-') && key !== name)
  await Promise.all(old.map((key) => caches.delete(key)))
  const kept = new Set(Object.keys(later).map((path) => new URL(addressOf(path), self.location).href))
  const cache = await caches.open(laterName)
  await Promise.all((await cache.keys()).filter(({ url }) => !kept.has(url)).map((key) => cache.delete(key)))
  await self.clients.claim()
}

/** Stores photos shared by another app until the start page takes them; no server needs to see them before. */
function sharedPhotos(request) {
  if (request.method !== 'POST' || pathOf(request) !== '/share') return undefined
  return keepShared(request)
}

async function keepShared(request) {
  const photos = (await request.formData()).getAll('photos')
  // Earlier photos that were never taken are removed.
  await caches.delete(sharedName)
  const cache = await caches.open(sharedName)
  await Promise.all(photos.map((photo, index) => cache.put(`${home}share/${index}/${encodeURIComponent(photo.name)}`, new Response(photo))))
  return Response.redirect(`${home}?shared`, 303)
}

/** Returns undefined for requests that are not for the shell; the browser then handles them as usual. */
function shellFile(request) {
  const path = pathOf(request)
  if (request.method !== 'GET' || !path || path.startsWith('/api/')) return undefined
  if (path in later) return keptLater(path, request)
  // Every page is the same document.
  const file = request.mode === 'navigate' && !files.includes(path) && !path.endsWith('.txt') ? '/' : path
  return files.includes(file) ? kept(file, request) : undefined
}

/** Returns the path of a request within the app; undefined for other requests. */
function pathOf({ url }) {
  const { origin, pathname } = new URL(url)
  return origin === self.location.origin && pathname.startsWith(home) ? pathname.slice(home.length - 1) : undefined
}

/** The key of a file's version in the cache. */
const addressOf = (path) => `${home}${path.slice(1)}?${later[path]}`

async function keptLater(path, request) {
  const cache = await caches.open(laterName)
  const found = await cache.match(addressOf(path))
  if (found) return found
  const answer = await fetch(request)
  if (answer.ok) await cache.put(addressOf(path), answer.clone())
  return answer
}

async function kept(file, request) {
  const cache = await caches.open(name)
  const found = await cache.match(home + file.slice(1))
  if (!found) return fetch(request)
  return file === '/' ? document(found) : found
}

/** The page refers to its files relative to its path, but it is shown at other URLs, too. */
async function document(page) {
  const text = (await page.text()).replaceAll('="./', `="${home}`)
  const headers = new Headers(page.headers)
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  return new Response(text, { headers })
}
