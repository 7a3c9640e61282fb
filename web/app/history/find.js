import { api } from '../api.js'

/**
 * Returns a complete entry of the history.
 *
 * @param {string} id @param {AbortSignal} signal
 * @returns {Promise<object | null>} null if there is no such entry
 */
export async function findEntry(id, signal) {
  try {
    return await api.history.get(id, { signal })
  } catch (error) {
    if (error?.status === 404) return null
    throw error
  }
}
