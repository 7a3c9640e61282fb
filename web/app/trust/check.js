import { outer } from '../base.js'

/**
 * Whether the browser trusts the computer, and not only the person, who told it to go on: it keeps pages of those alone
 * that it trusts itself.
 *
 * @returns {Promise<boolean>}
 */
export async function isTrusted() {
  if (!('serviceWorker' in navigator)) return false
  try {
    const registration = await navigator.serviceWorker.register(outer('/service-worker.js'))
    // One of earlier days is there even if it can no longer be fetched.
    await registration.update()
    return true
  } catch {
    return false
  }
}
