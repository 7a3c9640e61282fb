/*
 * The server merges several counted groups into one. The original groups are stored in this browser, so that a reloaded
 * page shows them as before.
 */

const prefix = 'espy.kinds.'
/** Maximum number of results remembered. */
const MOST = 20

/**
 * @typedef {object} Kinds
 * @property {number[]} groups the groups counted together
 * @property {object[]} detections each with its original group
 * @property {object[]} clusters
 * @property {object[]} [alternatives]
 */

/**
 * @param {string} id of the entry @param {object} result with its groups @param {number[]} [groups] counted together
 */
export function keepKinds(id, { detections, clusters, alternatives }, groups = []) {
  localStorage.removeItem(prefix + id)
  if (groups.length < 2) return
  const known = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  for (const key of known.slice(0, Math.max(0, known.length + 1 - MOST))) localStorage.removeItem(key)
  const boxes = detections.map(({ x, y, width, height, cluster }) => ({ x, y, width, height, cluster }))
  try {
    localStorage.setItem(prefix + id, JSON.stringify({ groups, detections: boxes, clusters, alternatives }))
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
