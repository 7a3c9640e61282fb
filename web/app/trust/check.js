import { outer } from '../base.js'

/**
 * Whether the browser itself trusts the server's certificate, rather than continuing at the user's request: it stores
 * pages only of servers that it trusts.
 *
 * @returns {Promise<boolean>}
 */
export async function isTrusted() {
  if (!('serviceWorker' in navigator)) return false
  try {
    const registration = await navigator.serviceWorker.register(outer('/service-worker.js'))
    // An earlier registration exists even if the worker can no longer be fetched.
    await registration.update()
    return true
  } catch {
    return false
  }
}
