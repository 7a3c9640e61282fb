import { api } from './api.js'
import { here } from './device/here.js'
import { desk, mayAnswer } from './device/place.js'
import { innerPath, outer } from './base.js'
import { h } from './dom.js'
import { keys } from './keys.js'
import { language } from './language.js'
import { Router } from './router.js'
import { sendWaiting } from './result/waiting.js'
import { outbox } from './gallery/sending/outbox.js'
import { routes } from './routes.js'
import { showConnection } from './shell/banner.js'
import { showNavigation } from './shell/navigation.js'
import { keepShell } from './shell/worker.js'
import { errorState } from './states.js'
import { strings } from './strings.js'
import { undoLast } from './toast.js'

document.documentElement.lang = language
// On sites, links are relative to the page that was opened first, while the address changes.
for (const link of document.querySelectorAll('link[rel$="icon"], link[rel="manifest"]')) link.setAttribute('href', link.href)
document.querySelector('.skip-link').textContent = strings.shell.skip

const router = new Router(document.getElementById('main'), routes, (signal, { title }) => ({ keys: keys.forView(title, signal) }))

router.addEventListener('failure', async ({ detail: { error, leaf, route, signal } }) => {
  console.error(error)
  // A view is a file, too. Browsers do not say why loading one failed, and some cache the failure: hence the reload.
  const isReachable = await api.connection.check()
  if (signal.aborted) return
  const heading = h('header', { class: 'page-head' }, h('h1', {}, route.title))
  const reload = () => location.reload()
  leaf.replaceChildren(heading, errorState(isReachable ? error : new api.Unreachable(), reload))
  api.connection.addEventListener('found', reload, { once: true, signal })
})

// An unpaired or revoked device must be paired first, whatever page it wanted.
addEventListener('espy-not-paired', () => {
  if (innerPath() === '/pair') return
  router.navigate(`/pair?from=${encodeURIComponent(innerPath() + location.search)}`, { replace: true })
})

askForPairing()

const { go, letters } = strings.shell.keys
keys.start([
  ...Object.keys(go).map((page) => (
    { keys: [`g ${letters[page]}`], text: go[page], run: () => router.navigate(page === 'home' ? '/' : `/${page}`) })),
  { keys: ['u'], text: strings.shell.keys.undo, run: () => undoLast() },
  { keys: ['?'], text: strings.shell.keys.help, run: () => keys.show() },
])

showNavigation(document.getElementById('navigation'), router)
showConnection(document.getElementById('banner'), api)
router.start().then(fetchViews)
keepShell()
sendWaiting()
document.addEventListener('click', saveHere)
sendEntries()
sendPhotos()

/** Saves linked files that only this device has. */
async function saveHere(event) {
  const { href } = event.target.closest?.('a[href]') ?? {}
  const root = new URL(outer('/api/v1'), location.href).href
  const path = href?.startsWith(`${root}/`) && href.slice(root.length)
  if (!path || event.defaultPrevented || !mayAnswer(path)) return
  event.preventDefault()
  const links = await import('./device/links.js')
  links.saveFile(path)
}

/** Sends results read on this device to the server, now and whenever it becomes reachable. */
function sendEntries() {
  if (here.isAlone) return
  const send = async () => {
    if (!here.hasUnsent || here.isChosen) return
    const sending = await import('./device/sending.js')
    await sending.send()
  }
  api.connection.addEventListener('found', send)
  addEventListener('espy-here', send)
  send()
}

/** Continues sending photos that were left when Espy was closed. */
async function sendPhotos() {
  if (here.isAlone || outbox.isEmpty) return
  const { sender } = await import('./gallery/sending/sender.js')
  sender.resume()
}

/** Asks for pairing immediately if it is needed, not only at the first request. */
async function askForPairing() {
  const { access } = await api.health().catch(() => ({}))
  if (access === 'none') dispatchEvent(new Event('espy-not-paired'))
}

/**
 * Loads the other views one by one when idle, unless the user saves data, so that they are available without the
 * server.
 */
async function fetchViews() {
  if (navigator.connection?.saveData) return
  if (here.canRead) desk().catch(() => {})
  import('./camera/viewfinder.js').catch(() => {})
  const later = window.requestIdleCallback ?? ((work) => setTimeout(work, 1000))
  for (const route of routes) {
    await new Promise((resolve) => later(resolve, { timeout: 4000 }))
    await route.load().catch(() => {})
  }
}
