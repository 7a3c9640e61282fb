import { outer } from '../base.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'

/**
 * Registers the service worker, so that the pages also open without the server. If the browser allows none, as over
 * plain HTTP in the local network, everything else still works.
 */
export async function keepShell() {
  if (!('serviceWorker' in navigator)) return
  const hadWorker = navigator.serviceWorker.controller !== null
  try {
    const registration = await navigator.serviceWorker.register(outer('/service-worker.js'))
    if (registration.waiting) offer(registration.waiting)
    registration.addEventListener('updatefound', () => watch(registration.installing))
  } catch {
    // Happens with an untrusted certificate; the pages work as before.
  }
  if (hadWorker) navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
}

function watch(worker) {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller) offer(worker)
  })
}

/** Offers a reload for the new version: unfinished work on the current page is not discarded without asking. */
function offer(worker) {
  const { ready, reload } = strings.shell.update
  toast(ready, { action: { label: reload, run: () => worker.postMessage('take over') } })
}
