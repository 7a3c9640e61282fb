import { median } from '../result/boxes.js'

/** Minimum intersection over union of two boxes around the same thing. */
const SAME_THING = 0.5

/** Returns the area of a box. */
export const areaOf = ({ width, height }) => width * height

/** Returns the area that two boxes both cover. */
export function sharedArea(a, b) {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(width, 0) * Math.max(height, 0)
}

/** Returns the intersection over union of two boxes. */
export function overlap(a, b) {
  const both = sharedArea(a, b)
  return both / (areaOf(a) + areaOf(b) - both)
}

/** Whether two boxes are around the same thing. */
export const isSameThing = (a, b) => overlap(a, b) > SAME_THING

/** Minimum share of the smaller of two boxes that both cover. */
const TOUCH = 0.4

/** Whether two boxes cannot be around two things, since each covers much of the other. */
export const isInTheWay = (a, b) => sharedArea(a, b) > TOUCH * Math.min(areaOf(a), areaOf(b))

/** Whether a box is a part of another one: much smaller, and inside of it. */
export const liesInside = (one, other) => {
  const area = areaOf(one)
  return area < areaOf(other) / 2 && sharedArea(one, other) > 0.8 * area
}

/** Maximum ratio of areas, in either direction, between things that may be of one kind. */
const ALIKE = 3

/** Returns the median of areas, undefined for no boxes. @param {object[]} boxes @returns {number | undefined} */
export const usualArea = (boxes) => median(boxes.map(areaOf))

/** Whether two areas are similar enough for things of one kind. @param {number} one @param {number} other */
export const isLikeArea = (one, other) => Math.max(one / other, other / one) <= ALIKE

/** Whether two counts are so close that they are one answer. @param {number} one @param {number} other */
export const isSameNumber = (one, other) => Math.abs(one - other) <= 0.1 * Math.max(one, other)

/** Minimum area of a box around two things, compared with one of them. */
const PAIR = 1.5

/** Whether a box is around another one and more. */
const holds = (one, other) => areaOf(one) > PAIR * areaOf(other) && sharedArea(one, other) > 0.8 * areaOf(other)

/** Returns whether a condition holds for most of the boxes. */
export const mostly = (boxes, test) => 2 * boxes.filter(test).length > boxes.length

/**
 * Whether boxes could be things beside the counted ones: neither crumbs, nor what these lie on, nor parts of them, nor
 * several of them in one box.
 *
 * @param {object[]} boxes @param {object[]} counted
 */
export const couldBeThings = (boxes, counted) => boxes.length === 0 || counted.length === 0
  || isLikeArea(usualArea(boxes), usualArea(counted))
  && !mostly(boxes, (one) => counted.some((other) => liesInside(one, other) || holds(one, other)))

/** Rounding error of positions in the history, in pixels. */
const ROUNDED = 0.01

/** Whether two boxes are equal up to rounding. @param {object | undefined} a @param {object} b */
export const isSameBox = (a, b) => ['x', 'y', 'width', 'height'].every((side) => Math.abs(a?.[side] - b[side]) < ROUNDED)

/**
 * Whether boxes could be things of a kind: some of those that count, or things beside them, but not the same things seen
 * in another way, nor their halves.
 *
 * @param {object[]} boxes @param {object[]} counted
 */
export const couldBeKind = (boxes, counted) => mostly(boxes, (one) => counted.some((other) => isSameBox(one, other)))
  || couldBeThings(boxes, counted) && !mostly(boxes, (one) => counted.some((other) => isInTheWay(one, other)))

/** Whether everything that counts in one result also counts in another result of the same photo. */
export function isPartOf(result, other) {
  const counted = other.detections.filter(({ main }) => main)
  return result.detections.every((one) => !one.main || counted.some((box) => isSameThing(one, box)))
}
