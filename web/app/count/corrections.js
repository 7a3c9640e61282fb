import { overlap } from './sameness.js'

/**
 * What a person says about a result: things that were missed, and for single detections whether they count. Never
 * changed in place, so that a step back is the value from before.
 *
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 * @typedef {object} Corrections
 * @property {(Box & {key: number})[]} added
 * @property {Map<number, boolean>} settled by the place in the list of detections
 */

/** From this doubt on a person should look. */
const REVIEW_LEVEL = 0.5

/** @type {Corrections} */
export const none = { added: [], settled: new Map() }

/** @returns {Corrections} with one more thing that counts */
export function adding(corrections, box) {
  const key = 1 + Math.max(0, ...corrections.added.map((one) => one.key))
  return { ...corrections, added: [...corrections.added, { ...box, key }] }
}

/** @returns {Corrections} where an added thing has another box */
export function moving(corrections, key, box) {
  return { ...corrections, added: corrections.added.map((one) => (one.key === key ? { ...box, key } : one)) }
}

/** @returns {Corrections} without an added thing */
export function dropping(corrections, key) {
  return { ...corrections, added: corrections.added.filter((one) => one.key !== key) }
}

/** @returns {Corrections} where it is decided whether a detection counts */
export function settling(corrections, index, counts) {
  return { ...corrections, settled: new Map(corrections.settled).set(index, counts) }
}

export function isEmpty({ added, settled }) {
  return added.length === 0 && settled.size === 0
}

/** Whether a detection counts in the end. */
export function counts(result, { settled }, index) {
  return settled.get(index) ?? result.detections[index].main
}

/** Whether a person should look at a detection, and has not yet. */
export function isDoubtful(result, { settled }, index) {
  return result.detections[index].doubt >= REVIEW_LEVEL && !settled.has(index)
}

/**
 * The number, and the range around it: without all that is doubtful, and with all of it. Before anything is corrected,
 * the seeker also knows how much it may not have seen.
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

/** As the server takes them. */
export function toServer({ added, settled }) {
  const places = (wanted) => [...settled].filter(([, isIn]) => isIn === wanted).map(([index]) => index)
  return {
    added: added.map(({ x, y, width, height }) => ({ x, y, width, height })),
    removed: places(false), included: places(true),
  }
}

/** @returns {Corrections} from what the server keeps */
export function fromServer({ added = [], removed = [], included = [] } = {}) {
  const settled = new Map([...removed.map((index) => [index, false]), ...included.map((index) => [index, true])])
  return { added: added.map((box, index) => ({ ...box, key: index + 1 })), settled }
}

/** The same corrections for another result of the same photo, as far as the same things are in it. */
export function carried({ added, settled }, before, after) {
  const moved = new Map()
  for (const [index, isIn] of settled) {
    const place = after.detections.findIndex((box) => overlap(box, before.detections[index]) > 0.6)
    if (place >= 0) moved.set(place, isIn)
  }
  return { added, settled: moved }
}
