import { counts, isDoubtful } from './corrections.js'
import { sharedArea } from './sameness.js'

/** So many things a person is asked about: more is no help, but work. */
const MOST = 6
/** What lies so far within something that counts is a part of it. */
const PART = 0.4
/** What may count as well is about as large as what does: by area, so many times smaller or larger. */
const ALIKE = 3

const asked = new WeakMap()

/**
 * What is doubtful and may change the number, the most doubtful first, and no more than a handful. What has been settled
 * is not asked about again, and makes no room for others.
 *
 * @returns {number[]} places of detections
 */
export function openDoubts(result, corrections) {
  if (!asked.has(result)) asked.set(result, doubtsOf(result))
  return asked.get(result).filter((index) => isDoubtful(result, corrections, index))
}

function doubtsOf(result) {
  const { detections } = result
  const none = { added: [], settled: new Map() }
  const counted = detections.filter(({ main }) => main)
  const areas = counted.map(areaOf).sort((a, b) => a - b)
  const usual = areas[Math.floor(areas.length / 2)]
  const matters = (one) => one.main || usual === undefined
    || (Math.max(areaOf(one) / usual, usual / areaOf(one)) <= ALIKE && !counted.some((other) => shared(one, other) > PART))
  return detections.map((_, index) => index)
    .filter((index) => isDoubtful(result, none, index) && matters(detections[index]))
    .sort((a, b) => detections[b].doubt - detections[a].doubt).slice(0, MOST)
}

const areaOf = ({ width, height }) => width * height

/** The area that two boxes share, as a share of the smaller one. */
const shared = (a, b) => sharedArea(a, b) / Math.min(areaOf(a), areaOf(b))

/** So many marks of what does not count are seen beside what does; more would hide the photo. */
const FEW = 12

/** Whether marks of what does not count are drawn only when somebody wants to see them. */
export function hidesOthers(result, corrections) {
  return result.detections.filter((_, index) => !counts(result, corrections, index)).length > FEW
}
