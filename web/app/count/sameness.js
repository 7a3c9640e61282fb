/** Boxes that share so much of what they cover together are of one thing. */
const SAME_THING = 0.5

/** The area that two boxes both cover. */
export function sharedArea(a, b) {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(width, 0) * Math.max(height, 0)
}

/** The area of two boxes that both cover over the area that either covers. */
export function overlap(a, b) {
  const both = sharedArea(a, b)
  return both / (a.width * a.height + b.width * b.height - both)
}

/** Whether two boxes are of one thing. */
export const isSameThing = (a, b) => overlap(a, b) > SAME_THING

/** The history keeps places a little less exactly than they were found, in pixels. */
const ROUNDED = 0.01

/** Whether two boxes are one. @param {object | undefined} a @param {object} b */
export const isSameBox = (a, b) => ['x', 'y', 'width', 'height'].every((side) => Math.abs(a?.[side] - b[side]) < ROUNDED)

/** Whether all that counts in one result counts in another of the same photo, too. */
export function isPartOf(result, other) {
  const counted = other.detections.filter(({ main }) => main)
  return result.detections.every((one) => !one.main || counted.some((box) => isSameThing(one, box)))
}
