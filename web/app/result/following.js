import { api } from '../api.js'

/** How often to ask whether an entry was changed elsewhere, in milliseconds. */
const INTERVAL = 4000
/** Other pages of this browser say so immediately. */
const pages = 'BroadcastChannel' in window ? new BroadcastChannel('espy.history') : null
api.changes.addEventListener('history', () => pages?.postMessage(null))

/**
 * Reports changes of an entry by other pages and devices, as long as the page is visible and the server reachable.
 *
 * @param {{entry: () => object | null, state: () => unknown, tell: (record: object) => boolean | void,
 *   signal: AbortSignal}} options `state` differs once this page has changed the entry, so that older answers do not
 *   count; `tell` returns false if it wants the same record again later
 */
export function followEntry({ entry, state, tell, signal }) {
  let [timer, tag, isAsking, isStale] = [0, undefined, false, false]
  const ask = async () => {
    const { id, isHere } = entry() ?? {}
    if (!id || isHere || document.hidden || api.connection.isLost) return
    const before = state()
    // Lost connections and deleted entries are reported by what the user does next.
    const changed = await api.history.changed(id, tag, { signal }).catch(() => null)
    if (!changed || signal.aborted) return
    tag = state() === before && tell(changed.record) !== false ? changed.tag : undefined
  }
  const look = async () => {
    isStale = isAsking
    if (isAsking) return
    clearTimeout(timer)
    isAsking = true
    await ask()
    isAsking = false
    if (signal.aborted) return
    timer = setTimeout(look, isStale ? 0 : INTERVAL)
    isStale = false
  }
  timer = setTimeout(look, INTERVAL)
  pages?.addEventListener('message', look, { signal })
  document.addEventListener('visibilitychange', look, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
}
