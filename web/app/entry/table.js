import { h } from '../dom.js'
import { formatDecimal, formatNumber } from '../format.js'
import { Box } from '../rack/box.js'
import { booksOf } from '../shelf/books.js'
import { fromServer } from '../shelf/corrections.js'
import { stateOf, textOf } from '../shelf/descriptions.js'
import { strings } from '../strings.js'

const texts = strings.entry.table
const tables = { count: countTable, rack: rackTable, shelf: shelfTable }

/**
 * All detections, as a table that can be opened. It is created when first opened, because it may be long.
 *
 * @param {{entry: object, result: object, corrections: object}} record
 */
export function resultTable({ entry, result, corrections }) {
  const make = () => tables[entry.kind](result, corrections)
  const title = texts.title[entry.kind]
  const details = h('details', { class: 'entry-table' }, h('summary', {}, title))
  details.addEventListener('toggle', () => {
    // A table that scrolls sideways must be reachable by keyboard, and a focusable region needs a name.
    details.append(h('div', { class: 'table-frame', tabindex: 0, role: 'region', 'aria-label': title }, make()))
  }, { once: true })
  return details
}

function countTable(count, corrections) {
  const names = [texts.number, texts.x, texts.y, texts.width, texts.height, texts.confidence]
  const rows = thingsOf(count, corrections).map((thing, index) => [
    index + 1, ...[thing.x, thing.y, thing.width, thing.height].map(Math.round),
    thing.isAdded ? texts.added : formatDecimal(thing.confidence, 2),
  ])
  return table(names.map((name) => ({ name, isNumber: true })), rows)
}

/** Returns the things that count after the corrections; those added by hand come last. */
function thingsOf(count, corrections) {
  const removed = new Set(corrections?.removed ?? [])
  const included = new Set(corrections?.included ?? [])
  const kept = count.detections.filter(({ main }, index) => (main && !removed.has(index)) || included.has(index))
  return [...kept, ...(corrections?.added ?? []).map((box) => ({ ...box, isAdded: true }))]
}

function rackTable(rack, corrections) {
  const box = new Box(rack, corrections ?? {})
  return table([{ name: texts.number, isNumber: true }, { name: texts.well }, { name: texts.value }, { name: texts.state }],
    box.all.filter(({ status }) => status !== 'empty').map(({ name, value, status }, index) => (
      [index + 1, box.hasWells ? name : '', value, texts.states[status] ?? status])))
}

function shelfTable(shelf, corrections) {
  const books = booksOf(shelf, fromServer(corrections)).filter(({ isRemoved }) => !isRemoved)
  return table([
    { name: texts.shelf, isNumber: true }, { name: texts.place, isNumber: true }, { name: texts.text }, { name: texts.isbn },
    { name: texts.state },
  ], books.map((book) => [book.row + 1, book.place + 1, textOf(book), book.isbn ?? '', stateOf(book)]))
}

function table(columns, rows) {
  const style = ({ isNumber }) => (isNumber ? 'number' : null)
  return h('table', { class: 'table' },
    h('thead', {}, h('tr', {}, columns.map((column) => h('th', { scope: 'col', class: style(column) }, column.name)))),
    h('tbody', {}, rows.map((row) => h('tr', {}, row.map((value, index) => (
      h('td', { class: style(columns[index]) }, typeof value === 'number' ? formatNumber(value) : value)))))))
}
