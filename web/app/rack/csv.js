/** Signs that make a spreadsheet run a value as a formula, plain and full-width, also after blanks. */
const formula = /^( *[=+\-@\t\r\n＝＋－＠])/

/**
 * The table in the form of the one that the server exports, for a result that the server does not keep: a line for each
 * vial, row by row.
 *
 * @param {import('./box.js').Box} box
 */
export function csvOf(box) {
  const vials = box.wells.filter(({ value }) => value)
  const lines = vials.map((well) => [
    formula.test(well.value) ? `'${well.value}` : well.value, number(well.x), number(well.y), rect(well, box.codeSide),
    well.row, well.col,
  ])
  return [['value', 'x', 'y', 'rect', 'row', 'col'], ...lines].map((line) => `${line.map(field).join(',')}\r\n`).join('')
}

/** The upright bounds of the code, grown to whole pixels; those of a usual code where there is none. */
function rect({ code, x, y }, side) {
  const half = side / 2
  const corners = code ? Object.values(code.corners) : [{ x: x - half, y: y - half }, { x: x + half, y: y + half }]
  const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)]
  const [left, top] = [Math.floor(Math.min(...xs)), Math.floor(Math.min(...ys))]
  return `(${left}, ${top}, ${Math.ceil(Math.max(...xs)) - left}, ${Math.ceil(Math.max(...ys)) - top})`
}

const number = (value) => (Math.round(value * 10) / 10).toFixed(1)
const field = (value) => (/[",\r\n]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : value)

/** The name of a file with a time in it, as it is here: vials_2026-02-20_143022. */
export function datedName(stem, now) {
  const two = (value) => String(value).padStart(2, '0')
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-')
  return `${stem}_${day}_${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('')}`
}
