import { h } from '../dom.js'
import { strings } from '../strings.js'
import { signOf } from './descriptions.js'

const texts = strings.rack

/** Explains the signs that occur in the grid. @param {import('./box.js').Box} box */
export function legend(box) {
  const { tally } = box
  const statuses = ['read', 'typed', 'unread', 'uncoded', 'empty'].filter((status) => tally[status])
  const isTwice = box.wells.some(({ others }) => others.length > 0)
  return h('ul', { class: 'wells-legend', 'aria-label': texts.grid.legend },
    statuses.map((status) => h('li', {}, swatch(status), texts.statuses[status])),
    isTwice && h('li', {}, h('span', { class: 'well-twice' }, texts.grid.duplicate), texts.grid.isDuplicate))
}

/** @param {string} status */
export function swatch(status) {
  return h('span', { class: `well-swatch well well-${status}`, 'aria-hidden': 'true' }, signOf(status))
}
