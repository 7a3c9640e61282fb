import { api } from './api.js'
import { here } from './device/here.js'
import { followLinks } from './device/links.js'
import { sendEntries } from './device/sending.js'
import { desk } from './device/place.js'
import { innerPath } from './base.js'
import { h } from './dom.js'
import { keys } from './keys.js'
import { language } from './language.js'
import { Router } from './router.js'
import { sendWaiting } from './result/waiting.js'
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
followLinks()
sendEntries()

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
  const later = window.requestIdleCallback ?? ((work) => setTimeout(work, 1000))
  for (const route of routes) {
    await new Promise((resolve) => later(resolve, { timeout: 4000 }))
    await route.load().catch(() => {})
  }
}
