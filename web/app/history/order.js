import { api } from '../api.js'

/** The entries of the list shown last, in its order. @type {string[]} */
let ids = []

/** @param {object[]} entries */
export function keepOrder(entries) {
  ids = entries.map(({ id }) => id)
}

/** Returns the entries among which the user moves from one to the next. @param {string} id of the one shown */
export async function orderAround(id, signal) {
  if (!ids.includes(id)) keepOrder((await api.history.list({}, { signal })).entries)
  return ids
}
