import { fill } from '../format.js'
import { strings } from '../strings.js'

const texts = strings.rack.image
/** Size of a mark without a code, as a share of the distance between wells. */
const SIZES = { empty: 0.2 }
const USUAL_SIZE = 0.55

/** Returns the wells as marks for the photo viewer. @param {import('./box.js').Box} box */
export function marksOf(box) {
  const { pitch } = box
  // An empty place is a well only where the box is known.
  return box.all.filter(({ status }) => status !== 'empty' || box.hasWells).map((well) => ({
    id: well.id, style: well.status, ...label(well, box), isAbove: well.status !== 'empty', room: pitch * 0.95, ...shape(well, pitch * (SIZES[well.status] ?? USUAL_SIZE)),
  }))
}

/** Returns marks that show the difference of each value. @param {import('./comparison.js').Comparison} comparison */
export function comparedMarks(box, comparison) {
  return marksOf(box).map((mark) => {
    const difference = comparison.now(mark.id)
    if (!difference) return { ...mark, style: mark.style === 'read' || mark.style === 'typed' ? 'same' : mark.style, label: '', short: '' }
    return { ...mark, style: difference.kind, label: strings.rack.compare.marks[difference.kind], short: '' }
  })
}

function shape({ code, x, y }, side) {
  if (!code) return { box: { x: x - side / 2, y: y - side / 2, width: side, height: side } }
  const { topLeft, topRight, bottomRight, bottomLeft } = code.corners
  return { quad: [topLeft, topRight, bottomRight, bottomLeft].map((point) => [point.x, point.y]) }
}

/** Labels a mark by its well, as in the grid and the table, or by its number if wells are unknown. */
function label({ index, name, value, status }, { hasWells }) {
  if (status === 'empty') return { label: texts.empty, short: '' }
  if (index === 0) return { label: value, short: name }
  const place = hasWells ? name : String(index)
  return { label: fill(texts.number, { index: place, value }), short: place }
}
