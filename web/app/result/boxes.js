/** Number of neighbors that determine the size of things at a position. */
const NEIGHBORS = 9

/**
 * Returns a box around a point, as large as the detections nearby.
 *
 * @param {import('../count/corrections.js').Box[]} boxes of things that count, or else of all detections
 * @param {{width: number, height: number}} photo
 */
export function boxAround(x, y, boxes, photo) {
  const near = boxes
    .map((box) => ({ box, away: Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) }))
    .sort((a, b) => a.away - b.away).slice(0, NEIGHBORS).map(({ box }) => box)
  const usual = Math.min(photo.width, photo.height) / 12
  const width = median(near.map((box) => box.width)) ?? usual
  const height = median(near.map((box) => box.height)) ?? usual
  return inside({ x: x - width / 2, y: y - height / 2, width, height }, photo)
}

/** Returns the part of a box inside the photo; null if there is none. */
export function inside({ x, y, width, height }, photo) {
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  const [right, bottom] = [Math.min(photo.width, x + width), Math.min(photo.height, y + height)]
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null
}

/** @param {number[]} values @returns {number | undefined} the median */
export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
