import { kindStyle } from '../viewer/mark-styles.js'
import { counts, isDoubtful } from './corrections.js'
import { hidesOthers, openDoubts } from './doubts.js'
import { countedGroups } from './groups.js'

/**
 * Returns the marks of a result: detections are `d0`, `d1`, …, things added by hand `a1`, `a2`, …
 *
 * @param {boolean} showsAll whether all uncounted things are drawn, however many there are
 */
export function marksOf(result, corrections, showsAll = false) {
  let number = 0
  const asked = new Set(openDoubts(result, corrections))
  const hides = !showsAll && hidesOthers(result, corrections)
  const kinds = result.recipes ? result.recipes.map((_, kind) => kind) : countedGroups(result)
  const found = result.detections.map((detection, index) => {
    const isIn = counts(result, corrections, index)
    if (isIn) number += 1
    const { x, y, width, height, size, confidence } = detection
    const style = styleOf(result, corrections, index, isIn, kinds, showsAll || asked.has(index))
    const isHidden = hides && !isIn && !asked.has(index) && style !== 'removed'
    return {
      id: `d${index}`, box: { x, y, width, height }, outline: size?.outline, style, isHidden, label: isIn ? String(number) : '',
      confidence: isHidden ? '' : `${Math.round(confidence * 100)}%`,
    }
  })
  const added = corrections.added.map(({ key, x, y, width, height }) => {
    number += 1
    return { id: `a${key}`, box: { x, y, width, height }, style: 'added', label: String(number), editable: true }
  })
  return [...found, ...added]
}

function styleOf(result, corrections, index, isIn, kinds, isAsked) {
  const wasIn = result.detections[index].main
  if (isAsked && isDoubtful(result, corrections, index)) return isIn ? 'doubt' : 'maybe'
  if (isIn && wasIn) return result.recipes || kinds.length > 1 ? kindStyle(kinds.indexOf(result.detections[index].cluster)) : 'main'
  if (isIn) return 'added'
  return wasIn ? 'removed' : 'other'
}

/** @returns {number | null} the index of the detection of a mark */
export function placeOf(id) {
  return id?.startsWith('d') ? Number(id.slice(1)) : null
}

/** @returns {number | null} the key of the added thing of a mark */
export function keyOf(id) {
  return id?.startsWith('a') ? Number(id.slice(1)) : null
}

/** How much larger the mark of an example is than that of the thing, so that both are visible. */
const GROWN = 0.1

/** Returns the marks of the user's examples and counterexamples. */
export function exampleMarks({ like, alsoLike = [], unlike = [] }) {
  const mark = (style) => ({ x, y, width, height }, index) => ({
    id: `${style}${index}`, style, box: { x: x - width * GROWN, y: y - height * GROWN, width: width * (1 + 2 * GROWN), height: height * (1 + 2 * GROWN) },
  })
  return [...[like, ...alsoLike].filter(Boolean).map(mark('example')), ...unlike.map(mark('counterexample'))]
}
