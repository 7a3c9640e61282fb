import { api } from '../api.js'

/** How far back entries are looked at: a photo is one of the last, unless others worked a lot meanwhile. */
const DEPTH = 100

/** The newest entry now: what comes of photos that are given from now on is newer. */
export async function newestEntry(options) {
  const { entries } = await api.history.list({ limit: 1 }, { ...options, onServer: true })
  return { id: entries[0]?.id ?? null, time: entries[0]?.time ?? 0 }
}

/**
 * The entry that a photo became although nobody could tell us: the server was ended after it had kept the result, and
 * before we heard of it. To count the photo once more would put it into the history twice.
 *
 * @param {import('./row.js').Row} row @param {string} kind
 * @param {{since: {id: string | null, time: number}, isOwned: (entry: string) => boolean, signal: AbortSignal}} options
 *   `since` is the newest entry from before the photo; `isOwned` knows what other photos became
 * @returns {Promise<{entry: object, result: object} | null>}
 */
export async function adopted(row, kind, { since, isOwned, signal }) {
  const { entries } = await api.history.list({ kind, limit: DEPTH }, { signal })
  for (const { id, time, title } of entries) {
    if (id === since.id || time < since.time) return null
    if (title !== row.title || isOwned(id)) continue
    const { entry, result } = await api.history.get(id, { signal })
    const isSame = result.width === row.size?.width && result.height === row.size?.height
    if (!isSame || isOwned(id)) continue
    // Said at once, so that another photo of this name does not take it as well.
    row.entry = id
    return { entry, result }
  }
  return null
}
