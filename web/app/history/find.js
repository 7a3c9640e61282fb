/**
 * An entry of the history, whole.
 *
 * @param {import('../api.js').api} api @param {string} id @param {AbortSignal} signal
 * @returns {Promise<object | null>} null when there is no such entry
 */
export async function findEntry(api, id, signal) {
  try {
    return await api.history.get(id, { signal })
  } catch (error) {
    if (error?.status === 404) return null
    throw error
  }
}
