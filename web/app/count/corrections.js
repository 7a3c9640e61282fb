import { overlap } from './sameness.js'

/**
 * The user's corrections of a result: things that were missed, and for individual detections whether they count. Never
 * changed in place, so that undo returns to the previous value.
 *
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 * @typedef {object} Corrections
 * @property {(Box & {key: number})[]} added
 * @property {Map<number, boolean>} settled by index into the detections
 */

/** Minimum doubt for a review. */
const REVIEW_LEVEL = 0.5

/** @type {Corrections} */
export const none = { added: [], settled: new Map() }

/** @returns {Corrections} with one more thing that counts */
export function adding(corrections, box) {
  const key = 1 + Math.max(0, ...corrections.added.map((one) => one.key))
  return { ...corrections, added: [...corrections.added, { ...box, key }] }
}

/** @returns {Corrections} with another box for an added thing */
export function moving(corrections, key, box) {
  return { ...corrections, added: corrections.added.map((one) => (one.key === key ? { ...box, key } : one)) }
}

/** @returns {Corrections} without an added thing */
export function dropping(corrections, key) {
  return { ...corrections, added: corrections.added.filter((one) => one.key !== key) }
}

/** @returns {Corrections} with a decision whether a detection counts */
export function settling(corrections, index, counts) {
  return { ...corrections, settled: new Map(corrections.settled).set(index, counts) }
}

export function isEmpty({ added, settled }) {
  return added.length === 0 && settled.size === 0
}

/** Whether a detection counts after all corrections. */
export function counts(result, { settled }, index) {
  return settled.get(index) ?? result.detections[index].main
}

/** Whether a detection needs a review and has not had one. */
export function isDoubtful(result, { settled }, index) {
  return result.detections[index].doubt >= REVIEW_LEVEL && !settled.has(index)
}

/**
 * Returns the number and its range: without all doubtful detections, and with all of them. Before any correction, the
 * `seeker` pipeline also estimates how many it may have missed.
 */
export function tally(result, corrections) {
  if (result.parameters.pipeline === 'seeker' && isEmpty(corrections)) return { count: result.count, ...result.range }
  let [count, low, high] = [corrections.added.length, 0, 0]
  result.detections.forEach((_, index) => {
    const isIn = counts(result, corrections, index)
    if (isIn) count += 1
    if (!isDoubtful(result, corrections, index)) return
    if (isIn) low += 1
    else high += 1
  })
  return { count, low: count - low, high: count + high }
}

/** Converts corrections to the server's format. */
export function toServer({ added, settled }) {
  const places = (wanted) => [...settled].filter(([, isIn]) => isIn === wanted).map(([index]) => index)
  return {
    added: added.map(({ x, y, width, height }) => ({ x, y, width, height })),
    removed: places(false), included: places(true),
  }
}

/** @returns {Corrections} from the server's format */
export function fromServer({ added = [], removed = [], included = [] } = {}) {
  const settled = new Map([...removed.map((index) => [index, false]), ...included.map((index) => [index, true])])
  return { added: added.map((box, index) => ({ ...box, key: index + 1 })), settled }
}

/** Transfers corrections to another result of the same photo, as far as it has the same things. */
export function carried({ added, settled }, before, after) {
  const moved = new Map()
  for (const [index, isIn] of settled) {
    const place = after.detections.findIndex((box) => overlap(box, before.detections[index]) > 0.6)
    if (place >= 0) moved.set(place, isIn)
  }
  return { added, settled: moved }
}
