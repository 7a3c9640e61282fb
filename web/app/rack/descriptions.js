import { capital, fill } from '../format.js'
import { strings } from '../strings.js'
import { wellName } from './box.js'

const texts = strings.rack
const order = ['read', 'typed', 'unread', 'uncoded', 'empty', 'outside']

/** Describes the box in one sentence: 45 vials read, 1 without code, 35 empty. @param {import('./box.js').Box} box */
export function summaryText(box) {
  const counts = { read: 0, ...box.tally }
  const parts = order.filter((status) => status in counts).map((status) => fill(texts.summary[status], { count: counts[status] }))
  return [...parts, ...box.isUnplaced ? [texts.summary.unplaced] : []].join(texts.summary.comma)
}

/** Describes a well for screen readers. @param {import('./box.js').Well} well */
export function wellText(well) {
  const status = texts.statuses[well.status]
  const text = well.value
    ? fill(texts.grid.cell, { name: well.name, value: well.value, status }).replace(/^, /, '')
    : fill(texts.grid.bare, { name: well.name, status })
  return well.others.length > 0 ? fill(texts.grid.also, { text, others: well.others.join(texts.summary.comma) }) : text
}

/** @param {{kind: string, value?: string, wells: string[], part?: number, parts?: number}} warning */
export function warningText({ kind, value, wells, part, parts }) {
  const text = texts.warnings[kind] ?? texts.warnings.other
  if (typeof text !== 'string') return fill(text, { count: wells.length })
  const quoted = value === undefined ? texts.warnings.one : fill(strings.shell.quote, { text: value })
  return capital(fill(text, { value: quoted, part, parts }))
}

/** Returns the size of the box for a heading. @param {import('./box.js').Box} box */
export function boxTitle({ rack, rows, cols, isUnplaced }) {
  if (isUnplaced && rack.layout !== 'given') return texts.result.unplaced
  if (rack.layout === 'named') return fill(texts.result.named, { count: cols })
  return rack.layout === 'unordered' ? texts.result.list : fill(texts.result.title, { rows, cols })
}

/** The sign and the name of a state, so that it is never shown by color alone. */
export const signOf = (status) => texts.glyphs[status]

/** The letters of a row, as they come before the number in the name of a well; none if its wells have other names. */
export const rowName = (row, box) => (!box.hasWells ? texts.grid.unknown : box.isGrid ? wellName(row, 0).slice(0, -1) : '')

/** The number of a column, or the name of its one well. @returns {number | string} */
export const colName = (col, box) => (!box.hasWells ? texts.grid.unknown : box.isGrid ? col + 1 : box.nameOf(box.idOf({ row: 0, col })))
