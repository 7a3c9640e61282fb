import { api } from '../api.js'
import { isOfPhoto } from '../history/names.js'

/** How many entries are searched: a photo is among the newest, unless others added many meanwhile. */
const DEPTH = 100

/** Returns the newest entry now: results of photos added from now on are newer. */
export async function newestEntry(options) {
  const { entries } = await api.history.list({ limit: 1 }, { ...options, onServer: true })
  return { id: entries[0]?.id ?? null, time: entries[0]?.time ?? 0 }
}

/**
 * Finds the entry of a photo whose result was never received: the server stopped after storing the result and before
 * answering. Counting the photo again would put it into the history twice.
 *
 * @param {import('./row.js').Row} row @param {string} kind
 * @param {{since: {id: string | null, time: number}, isOwned: (entry: string) => boolean, signal: AbortSignal}} options
 *   `since` is the newest entry before the photo; `isOwned` says whether an entry belongs to another photo
 * @returns {Promise<{entry: object, result: object} | null>}
 */
export async function adopted(row, kind, { since, isOwned, signal }) {
  const { entries } = await api.history.list({ kind, limit: DEPTH }, { signal })
  for (const listed of entries) {
    const { id, time } = listed
    if (id === since.id || time < since.time) return null
    if (!isOfPhoto(listed, row.title) || isOwned(id)) continue
    const { entry, result } = await api.history.get(id, { signal })
    const isSame = result.width === row.size?.width && result.height === row.size?.height
    if (!isSame || isOwned(id)) continue
    // Set immediately, so that another photo of this name does not claim it as well.
    row.entry = id
    return { entry, result }
  }
  return null
}
