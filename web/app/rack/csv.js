import { csv, tamed } from '../files.js'

/**
 * Returns the table in the server's export format, for a result that the server does not store: a line per vial, row by
 * row. If it is unknown which wells the codes are in, both fields are empty.
 *
 * @param {import('./box.js').Box} box
 */
export function csvOf(box) {
  const vials = box.wells.filter(({ value }) => value)
  const lines = vials.map((well) => [
    tamed(well.value), number(well.x), number(well.y), rect(well, box.codeSide),
    ...(box.isGrid && box.hasWells ? [well.row, well.col] : ['', '']),
  ])
  return csv([['value', 'x', 'y', 'rect', 'row', 'col'], ...lines])
}

/** Returns the upright bounds of the code, extended to whole pixels; without a code, those of a typical one. */
function rect({ code, x, y }, side) {
  const half = side / 2
  const corners = code ? Object.values(code.corners) : [{ x: x - half, y: y - half }, { x: x + half, y: y + half }]
  const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)]
  const [left, top] = [Math.floor(Math.min(...xs)), Math.floor(Math.min(...ys))]
  return `(${left}, ${top}, ${Math.ceil(Math.max(...xs)) - left}, ${Math.ceil(Math.max(...ys)) - top})`
}

const number = (value) => (Math.round(value * 10) / 10).toFixed(1)
