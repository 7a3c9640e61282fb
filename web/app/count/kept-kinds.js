/*
 * The server merges several counted groups into one, and forgets what counted before the user chose. Both are stored in
 * this browser, so that a reloaded page shows the groups as before.
 */

const prefix = 'espy.kinds.'
/** Maximum number of results remembered. */
const MOST = 20

/**
 * @typedef {object} Kinds
 * @property {object[]} first the boxes of what counted before the user chose
 * @property {number[]} [groups] the groups counted together, if there are several
 * @property {object[]} [detections] each with its original group
 * @property {object[]} [clusters]
 * @property {object[]} [alternatives]
 */

/**
 * @param {string} id of the entry @param {object} result with its groups @param {number[]} groups chosen by the user
 * @param {object[]} first what counted before
 */
export function keepKinds(id, { detections, clusters, alternatives }, groups = [], first) {
  localStorage.removeItem(prefix + id)
  if (groups.length === 0) return
  const known = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  for (const key of known.slice(0, Math.max(0, known.length + 1 - MOST))) localStorage.removeItem(key)
  const boxes = (things) => things.map(({ x, y, width, height, cluster }) => ({ x, y, width, height, cluster }))
  const together = groups.length > 1 && { groups, detections: boxes(detections), clusters, alternatives }
  try {
    localStorage.setItem(prefix + id, JSON.stringify({ first: boxes(first), ...together }))
  } catch {
    // Without room they become one group after the next reload.
  }
}

/** @param {string | undefined} id of the entry @returns {Kinds | null} */
export function keptKinds(id) {
  try {
    return id ? JSON.parse(localStorage.getItem(prefix + id)) : null
  } catch {
    return null
  }
}
