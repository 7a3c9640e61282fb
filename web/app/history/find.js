import { api } from '../api.js'

/**
 * An entry of the history, whole.
 *
 * @param {string} id @param {AbortSignal} signal
 * @returns {Promise<object | null>} null when there is no such entry
 */
export async function findEntry(id, signal) {
  try {
    return await api.history.get(id, { signal })
  } catch (error) {
    if (error?.status === 404) return null
    throw error
  }
}
