import { counts, isDoubtful } from './corrections.js'

/** @typedef {{name: string, corners: {x: number, y: number}[]}} Region as in results */

/** Returns the index of the first region that contains the center of a box, or -1. @param {Region[]} regions */
export function placeIn(regions, { x, y, width, height }) {
  return regions.findIndex(({ corners }) => contains(corners, x + width / 2, y + height / 2))
}

/** Uses the even-odd rule, including the edges, as the server does. */
function contains(corners, x, y) {
  let isInside = false
  let from = corners.at(-1)
  for (const to of corners) {
    if ((from.y > y) !== (to.y > y) && x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)) isInside = !isInside
    from = to
  }
  return isInside
}

/**
 * Counts the things in each region, after all corrections.
 * @returns {{count: number, low: number, high: number}[]} without things that were not detected
 */
export function regionTallies(result, corrections) {
  const regions = result.parameters.regions ?? []
  const tallies = regions.map(() => ({ count: 0, low: 0, high: 0 }))
  const add = (box, isIn, isOpen) => {
    const tally = tallies[placeIn(regions, box)]
    if (!tally) return
    tally.count += isIn ? 1 : 0
    tally.low += isIn && !isOpen ? 1 : 0
    tally.high += isIn || isOpen ? 1 : 0
  }
  result.detections.forEach((one, index) => add(one, counts(result, corrections, index), isDoubtful(result, corrections, index)))
  for (const box of corrections.added) add(box, true, false)
  return tallies
}

/** Returns the regions of a result with their counts. @returns {(Region & {count: number})[]} */
export function countedRegions(result, corrections) {
  const tallies = regionTallies(result, corrections)
  return (result.parameters.regions ?? []).map((region, place) => ({ ...region, count: tallies[place].count }))
}

/** Returns a name that no region has yet: `1`, `2` and so on. @param {Region[]} regions */
export function freeName(regions) {
  let number = regions.length + 1
  while (regions.some(({ name }) => name === String(number))) number += 1
  return String(number)
}
