import { api } from '../api.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'

/*
 * Corrections that the server does not have yet, for want of a connection: kept in this browser, also when the page is
 * closed, and sent as soon as there is one.
 */

const prefix = 'espy.waiting.'
/** Entries that a page works on: it brings them to the server itself. */
const worked = new Set()

/**
 * @param {string} id of the entry @param {object} corrections as the server takes them
 * @param {object} [base] those that the server had when the person began, as it gave them @returns {boolean} whether they are kept
 */
export function keepWaiting(id, corrections, base) {
  try {
    localStorage.setItem(prefix + id, JSON.stringify(base === undefined ? corrections : { corrections, base }))
    return true
  } catch {
    // The browser keeps nothing, or has no room.
    return false
  }
}

/** @param {string} id of the entry @returns {object | null} as the server takes them */
export const waitingOf = (id) => waitOf(id)?.corrections ?? null

/** @returns {{corrections: object, base?: object} | null} */
export function waitOf(id) {
  try {
    const kept = JSON.parse(localStorage.getItem(prefix + id))
    return kept && !('corrections' in kept) ? { corrections: kept } : kept
  } catch {
    return null
  }
}

/** @param {string} id of the entry */
export const dropWaiting = (id) => localStorage.removeItem(prefix + id)

/** @param {string} id of the entry @param {AbortSignal} signal ends the work on it */
export function workOn(id, signal) {
  worked.add(id)
  signal.addEventListener('abort', () => worked.delete(id), { once: true })
}

/** Sends what waits, now and whenever the server is there again. */
export function sendWaiting() {
  api.connection.addEventListener('found', () => send())
  send()
}

/** As of `elsewhere.js`, for what the server has now. @param {string} id of an entry @returns {Promise<boolean>} */
export async function mayReplace(id, base, own) {
  const elsewhere = await import('./elsewhere.js')
  return elsewhere.mayReplace(await api.history.get(id), base, own)
}

async function send() {
  const ids = Object.keys(localStorage).filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
  let count = 0
  for (const id of ids.filter((each) => !worked.has(each))) {
    const { corrections, base } = waitOf(id) ?? {}
    try {
      const isOurs = base === undefined || await mayReplace(id, base, corrections)
      if (isOurs) await api.history.change(id, { corrections })
      if (isOurs) count += 1
    } catch (error) {
      if (error instanceof api.Unreachable) break
      // An entry that is gone takes none, and what the server does not take once it does not take again.
      if (!(error.status >= 400 && error.status < 500) || error.kind === 'not-paired') continue
    }
    // Somebody may have gone on meanwhile.
    if (JSON.stringify(waitingOf(id)) === JSON.stringify(corrections)) dropWaiting(id)
  }
  if (count > 0) toast(fill(strings.result.sentLater, { count }))
}
