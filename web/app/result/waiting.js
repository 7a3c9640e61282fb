import { api } from '../api.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { agreed } from './merge.js'

/*
 * Corrections that could not be sent to the server: stored in this browser, even if the page is closed, and sent when
 * the connection is back.
 */

const prefix = 'espy.waiting.'
/** Entries open in a page, which sends their corrections itself. */
const worked = new Set()

/**
 * @typedef {object} Waiting
 * @property {object} corrections in the server's format
 * @property {object} base the server's version when they were made
 */

/** @param {string} id of the entry @param {Waiting} waiting @returns {boolean} whether they were stored */
export function keepWaiting(id, waiting) {
  try {
    localStorage.setItem(prefix + id, JSON.stringify(waiting))
    return true
  } catch {
    // Storage is blocked or full.
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

/** Sends waiting corrections, now and whenever the server becomes reachable. */
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
      // A deleted entry accepts none, and corrections refused once would be refused again.
      if (!(error.status >= 400 && error.status < 500) || ['not-paired', 'changed-elsewhere'].includes(error.kind)) continue
    }
    // The user may have continued meanwhile.
    if (JSON.stringify(waitingOf(id)) === JSON.stringify(waiting)) dropWaiting(id)
  }
  if (count > 0) toast(fill(strings.result.sentLater, { count }))
}
