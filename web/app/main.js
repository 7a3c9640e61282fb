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
document.querySelector('.skip-link').textContent = strings.shell.skip

const router = new Router(document.getElementById('main'), routes, (signal, { title }) => ({ keys: keys.forView(title, signal) }))

router.addEventListener('failure', async ({ detail: { error, leaf, route, signal } }) => {
  console.error(error)
  // A view is a file, too. Browsers do not say why one could not be had, and some remember that: hence the reload.
  const isReachable = await api.connection.check()
  if (signal.aborted) return
  const heading = h('header', { class: 'page-head' }, h('h1', {}, route.title))
  const reload = () => location.reload()
  leaf.replaceChildren(heading, errorState(isReachable ? error : new api.Unreachable(), reload))
  api.connection.addEventListener('found', reload, { once: true, signal })
})

// A phone that was never let in, or has been put out: wherever it wanted to go, it must be paired first.
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

/** Files that are linked to are saved also where this device has them, and no server. */
async function saveHere(event) {
  const { href } = event.target.closest?.('a[href]') ?? {}
  const root = new URL(outer('/api/v1'), location.href).href
  const path = href?.startsWith(`${root}/`) && href.slice(root.length)
  if (!path || event.defaultPrevented || !mayAnswer(path)) return
  event.preventDefault()
  const links = await import('./device/links.js')
  links.saveFile(path)
}

/** What was read on this device comes to the server, now and whenever that is there again. */
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

/** Photos that were on their way when Espy was closed go on. */
async function sendPhotos() {
  if (here.isAlone || outbox.isEmpty) return
  const { sender } = await import('./gallery/sending/sender.js')
  sender.resume()
}

/** Whoever must be paired is told so at once, and not only when something is asked for. */
async function askForPairing() {
  const { access } = await api.health().catch(() => ({}))
  if (access === 'none') dispatchEvent(new Event('espy-not-paired'))
}

/**
 * The other views are fetched one by one when there is time, unless the person saves data: then they are there also
 * without the server.
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
