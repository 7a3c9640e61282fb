import { fill } from '../format.js'
import { strings } from '../strings.js'
import { counts, isDoubtful } from './corrections.js'
import { areaOf, isInTheWay, isLikeArea, usualArea } from './sameness.js'

/** Maximum number of questions: more would be work rather than help. */
const MOST = 6

const asked = new WeakMap()

/**
 * Returns the detections that are doubtful and may change the number, the most doubtful first, up to a handful. Settled
 * ones are not asked about again, and do not make room for others.
 *
 * @returns {number[]} indices of detections
 */
export function openDoubts(result, corrections) {
  if (!asked.has(result)) asked.set(result, doubtsOf(result))
  return asked.get(result).filter((index) => isDoubtful(result, corrections, index))
}

function doubtsOf(result) {
  const { detections } = result
  const none = { added: [], settled: new Map() }
  const counted = detections.filter(({ main }) => main)
  const usual = usualArea(counted)
  const matters = (one) => one.main || usual === undefined
    || (isLikeArea(areaOf(one), usual) && !counted.some((other) => isInTheWay(one, other)))
  return detections.map((_, index) => index)
    .filter((index) => isDoubtful(result, none, index) && matters(detections[index]))
    .sort((a, b) => detections[b].doubt - detections[a].doubt).slice(0, MOST)
}

/** A range that is wider, compared with the count, only says that the number is uncertain. */
const WIDEST = 1 / 3
const NARROW = 4

/** Whether a range is informative. @param {{count: number, low: number, high: number}} tally */
export const helps = ({ count, low, high }) => high - low <= Math.max(NARROW, WIDEST * count)

/**
 * Describes a range beside its number: `probably 23 to 26`, `perhaps up to 78`; empty if it is exact or too wide to help.
 *
 * @param {{count: number, low: number, high: number}} tally
 */
export function rangeWords(tally) {
  const { count, low, high } = tally
  if (low === high || !helps(tally)) return ''
  const { range, upTo, downTo } = strings.count.result
  return fill(count === low ? upTo : count === high ? downTo : range, { low, high })
}

/** Maximum number of uncounted marks shown beside the counted ones; more would hide the photo. */
const FEW = 12

/** Whether uncounted marks are drawn only on request. */
export function hidesOthers(result, corrections) {
  return result.detections.filter((_, index) => !counts(result, corrections, index)).length > FEW
}
