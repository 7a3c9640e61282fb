import { isSameBox } from './sameness.js'
import { adding, counts, dropping } from './corrections.js'
import { countedGroups, mainGroup } from './groups.js'

/**
 * Something that counts or could count: a detection by its index, or one of the result's candidates.
 * @typedef {{index?: number, box: import('./corrections.js').Box, sure: number}} Item
 */

/** Returns everything similar to the counted things, most certain first. @returns {Item[]} */
export function rowOf(result) {
  // Several recipes, or groups, have no common order.
  if (result.recipes || countedGroups(result).length > 1) return []
  const group = mainGroup(result)
  const found = result.detections.flatMap((box, index) => (box.cluster === group ? [{ index, box, sure: surenessOf(result, box) }] : []))
  const further = (result.candidates ?? []).map((box) => ({ box, sure: box.confidence }))
  return [...found, ...further].sort((a, b) => b.sure - a.sure)
}

/** Candidates cut off by their score are sorted by it; otherwise counted things come first, doubtful ones last. */
function surenessOf(result, { confidence, main, doubt }) {
  if (result.candidates) return confidence
  return main ? 1 - doubt / 2 : doubt / 2
}

/** @param {Item} item */
export function isIn(result, corrections, { index, box }) {
  return index === undefined ? addedAs(corrections, box) !== undefined : counts(result, corrections, index)
}

function addedAs(corrections, box) {
  return corrections.added.find((one) => isSameBox(one, box))
}

/**
 * Returns the number of items on the side that counts. The border goes where the user's corrections leave the fewest
 * exceptions.
 *
 * @param {Item[]} row
 */
export function borderOf(result, corrections, row) {
  let wrong = row.filter((item) => isIn(result, corrections, item)).length
  let [best, least] = [0, wrong]
  row.forEach((item, place) => {
    wrong += isIn(result, corrections, item) ? -1 : 1
    if (wrong < least) [best, least] = [place + 1, wrong]
  })
  return best
}

/**
 * Moves the border: everything that it passes starts or stops counting. All other corrections stay.
 *
 * @param {Item[]} row @param {number} from @param {number} to
 * @returns {import('./corrections.js').Corrections}
 */
export function movingBorder(result, corrections, row, from, to) {
  const passed = row.slice(Math.min(from, to), Math.max(from, to))
  return passed.reduce((now, item) => (item.index === undefined ? taking(now, item.box, to > from) : settling(result, now, item.index, to > from)), corrections)
}

function taking(corrections, { x, y, width, height }, isWanted) {
  const known = addedAs(corrections, { x, y, width, height })
  if (isWanted) return known ? corrections : adding(corrections, { x, y, width, height })
  return known ? dropping(corrections, known.key) : corrections
}

/** Drops corrections that agree with the original result. */
function settling(result, { added, settled }, index, isWanted) {
  const next = new Map(settled)
  if (result.detections[index].main === isWanted) next.delete(index)
  else next.set(index, isWanted)
  return { added, settled: next }
}
