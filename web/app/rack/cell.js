import { h } from '../dom.js'
import { strings } from '../strings.js'
import { signOf, wellText } from './descriptions.js'

const texts = strings.rack
const LINES = 3

/**
 * One well of the grid. Its border, a sign and a text show its state.
 *
 * @param {import('./box.js').Well | undefined} well undefined if nothing was found there
 * @param {number} room number of characters that fit into one line
 */
export function cellElement(well, room) {
  const cell = h('div', { role: 'gridcell', tabindex: -1, 'aria-selected': 'false' })
  fillCell(cell, well, room)
  return cell
}

/** Updates an existing cell. */
export function fillCell(cell, well, room) {
  const status = well?.status ?? 'none'
  cell.className = `well well-${status}`
  cell.dataset.id = well?.id ?? ''
  cell.setAttribute('aria-label', well ? wellText(well) : texts.statuses.none)
  const parts = well?.value ? withValue(well, room) : withoutValue(status)
  cell.replaceChildren(...parts.filter(Boolean))
}

function withValue({ value, status, others }, room) {
  return [
    h('span', { class: 'well-value' }, linesOf(value, room).join('\n')),
    h('span', { class: 'well-sign' }, signOf(status)),
    others.length > 0 && h('span', { class: 'well-twice' }, texts.grid.duplicate),
  ]
}

function withoutValue(status) {
  return [
    signOf(status) && h('span', { class: 'well-mark' }, signOf(status)),
    texts.stands[status] && h('span', { class: 'well-note' }, texts.stands[status]),
  ]
}

/**
 * Splits a value into lines of about the same length. If it does not fit, its end is shown, because that is where
 * consecutive numbers differ.
 *
 * @param {string} value @param {number} room number of characters that fit into one line
 */
export function linesOf(value, room) {
  let letters = [...value]
  if (letters.length > room * LINES) letters = ['…', ...letters.slice(1 - room * LINES)]
  const count = Math.ceil(letters.length / room)
  const length = Math.ceil(letters.length / count)
  const first = letters.length - (count - 1) * length
  return [letters.slice(0, first), ...Array.from({ length: count - 1 }, (_, index) => (
    letters.slice(first + index * length, first + (index + 1) * length)))].map((line) => line.join(''))
}
