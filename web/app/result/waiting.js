import { api } from '../api.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { agreed } from './merge.js'

/*
 * Corrections that the server does not have yet, for want of a connection: kept in this browser, also when the page is
 * closed, and sent as soon as there is one.
 */

const prefix = 'espy.waiting.'
/** Entries that a page works on: it brings them to the server itself. */
const worked = new Set()

/**
 * @typedef {object} Waiting
 * @property {object} corrections as the server takes them
 * @property {object} base what the server had when they were made
 */

/** @param {string} id of the entry @param {Waiting} waiting @returns {boolean} whether they are kept */
export function keepWaiting(id, waiting) {
  try {
    localStorage.setItem(prefix + id, JSON.stringify(waiting))
    return true
  } catch {
    // The browser keeps nothing, or has no room.
    return false
  }
}

/** @param {string} id of the entry @returns {Waiting | null} */
export function waitingOf(id) {
  try {
    const kept = JSON.parse(localStorage.getItem(prefix + id))
    return kept && !('corrections' in kept) ? { corrections: kept, base: {} } : kept
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

async function send() {
  const ids = Object.keys(localStorage).filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
  let count = 0
  for (const id of ids.filter((each) => !worked.has(each))) {
    const waiting = waitingOf(id)
    try {
      const record = await api.history.get(id)
      if (worked.has(id)) continue
      const { corrections } = await agreed(record, waiting.base, waiting.corrections)
      await api.history.change(id, { corrections, known: record.audit.length })
      count += 1
    } catch (error) {
      if (error instanceof api.Unreachable) break
      // An entry that is gone takes none, and what the server does not take once it does not take again.
      if (!(error.status >= 400 && error.status < 500) || ['not-paired', 'changed-elsewhere'].includes(error.kind)) continue
    }
    // Somebody may have gone on meanwhile.
    if (JSON.stringify(waitingOf(id)) === JSON.stringify(waiting)) dropWaiting(id)
  }
  if (count > 0) toast(fill(strings.result.sentLater, { count }))
}
