import { outer } from '../base.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'

/**
 * Has the browser keep the shell of the pages, so that they open without the server, too. Where the browser allows no
 * service worker, as on plain HTTP in the network, all else works the same.
 */
export async function keepShell() {
  if (!('serviceWorker' in navigator)) return
  const hadWorker = navigator.serviceWorker.controller !== null
  try {
    const registration = await navigator.serviceWorker.register(outer('/service-worker.js'))
    if (registration.waiting) offer(registration.waiting)
    registration.addEventListener('updatefound', () => watch(registration.installing))
  } catch {
    // A certificate that nobody vouches for has this effect; the pages work as before.
  }
  if (hadWorker) navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
}

function watch(worker) {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller) offer(worker)
  })
}

/** The new pages come with a reload: what is half done on the present one is not thrown away without asking. */
function offer(worker) {
  const { ready, reload } = strings.shell.update
  toast(ready, { action: { label: reload, run: () => worker.postMessage('take over') } })
}
