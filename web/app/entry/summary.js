import { h } from '../dom.js'
import { fill, formatNumber, plural } from '../format.js'
import { strings } from '../strings.js'
import { cellsOf, tally } from './cells.js'

const texts = strings.entry
const statuses = ['read', 'typed', 'unread', 'uncoded', 'empty']

/**
 * The result in one glance: the number, large, and what there is to know about it.
 *
 * @param {{entry: object, result: object, corrections: object}} record
 */
export function summary({ entry, result, corrections }) {
  const isRack = entry.kind === 'rack'
  return h('section', { class: 'card entry-summary' },
    h('p', { class: 'entry-number' },
      h('span', { class: 'entry-huge' }, formatNumber(entry.count)), ' ',
      h('span', {}, wordAfter(entry))),
    isRack ? boxFacts(entry, result, corrections) : countFacts(entry, result))
}

/** The noun alone, for the number stands before it in a size of its own. */
function wordAfter({ kind, count }) {
  return plural(count, kind === 'rack' ? strings.history.vials : strings.history.things).replace(formatNumber(count), '').trim()
}

function countFacts({ corrected, range }, result) {
  if (corrected) return h('p', {}, fill(texts.found, { count: formatNumber(result.count) }))
  if (!range || range.low === range.high) return null
  return h('p', {}, fill(texts.range, range))
}

function boxFacts(entry, result, corrections) {
  const counts = tally(cellsOf(result, corrections))
  return [
    entry.rows ? h('p', {}, fill(texts.grid, entry)) : null,
    h('ul', { class: 'chips' }, statuses.filter((status) => counts[status]).map((status) => (
      h('li', { class: `chip status-${status}` }, texts.statuses[status].replace('#', formatNumber(counts[status])))))),
  ]
}
