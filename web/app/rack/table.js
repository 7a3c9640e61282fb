import { h } from '../dom.js'
import { fill, formatNumber } from '../format.js'
import { strings } from '../strings.js'
import { reveal } from './grid.js'
import { colName, rowName, signOf } from './descriptions.js'

const texts = strings.rack.table
const columns = ['index', 'row', 'col', 'value', 'state']

/**
 * All vials as a table, row by row of the box. One line can have the focus; arrow keys move it up and down, and the
 * focused vial is the selected one.
 */
export class VialTable {
  #rows = new Map()
  /** The line that keyboard focus goes to. */
  #entry

  /**
   * @param {import('./selection.js').Selection} selection
   * @param {{type: (id: string) => void, remove: (id: string) => void}} actions
   */
  constructor(selection, actions) {
    this.selection = selection
    this.actions = actions
    this.body = h('tbody', { role: 'rowgroup' })
    this.table = h('table', { class: 'table vials', role: 'grid', 'aria-label': texts.label },
      h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, columns.map((column) => (
        h('th', { role: 'columnheader', scope: 'col', class: `vials-${column}` }, texts[column]))))),
      this.body)
    this.frame = h('div', { class: 'table-frame vials-frame' }, this.table)
    this.element = h('div', { class: 'vials-pane' }, this.frame)
    this.body.addEventListener('focusin', ({ target }) => selection.choose(target.closest('tr').dataset.id, 'table'))
    this.body.addEventListener('click', ({ target }) => target.closest('tr')?.focus())
    this.body.addEventListener('dblclick', ({ target }) => actions.type(target.closest('tr').dataset.id))
    this.body.addEventListener('keydown', (event) => this.#press(event))
    selection.follow((id, by) => this.#follow(id, by))
  }

  /** @param {import('./box.js').Box} box */
  show(box) {
    const wells = box.all.filter(({ status }) => status !== 'empty')
    this.table.classList.toggle('has-no-places', !box.hasWells)
    const hadFocus = this.body.contains(document.activeElement)
    this.#rows = new Map(wells.map((well) => [well.id, row(well, box)]))
    const nothing = h('tr', { role: 'row' }, h('td', { role: 'gridcell', colspan: columns.length }, texts.nothing))
    this.body.replaceChildren(...(wells.length > 0 ? this.#rows.values() : [nothing]))
    this.#follow(this.selection.id, 'page')
    if (hadFocus) this.focus()
  }

  #press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const { id } = event.target.closest('tr').dataset
    if (event.key === 'Enter' || event.key === 'F2') this.actions.type(id)
    else if (event.key === 'Delete' || event.key === 'Backspace') this.actions.remove(id)
    else if (!this.#move(event.key, id)) return
    event.preventDefault()
  }

  #move(key, id) {
    const ids = [...this.#rows.keys()]
    const at = ids.indexOf(id)
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, PageUp: at - 10, PageDown: at + 10, Home: 0, End: ids.length - 1 }[key]
    if (to === undefined) return false
    this.#rows.get(ids[Math.max(0, Math.min(ids.length - 1, to))]).focus()
    return true
  }

  #follow(id, by) {
    this.#entry?.setAttribute('aria-selected', 'false')
    this.#entry?.setAttribute('tabindex', '-1')
    const chosen = this.#rows.get(id)
    this.#entry = chosen ?? this.#rows.values().next().value
    this.#entry?.setAttribute('tabindex', '0')
    if (!chosen) return
    chosen.setAttribute('aria-selected', 'true')
    if (by !== 'table') this.reveal()
  }

  /** Scrolls to the selected vial. */
  reveal() {
    const chosen = this.#rows.get(this.selection.id)
    if (!chosen) return
    reveal(chosen, this.frame)
    // On phones the page scrolls, not the table.
    if (!this.element.closest('[hidden]')) chosen.scrollIntoView({ block: 'nearest' })
  }

  /** Moves the focus to the selected vial, or to the first. */
  focus() {
    this.#entry?.focus()
  }
}

function row(well, box) {
  const { id, index, row: line, col, status } = well
  const isInside = status !== 'outside'
  const cell = (column, ...children) => h('td', { role: 'gridcell', class: `vials-${column}` }, children)
  return h('tr', { role: 'row', class: `vial vial-${status}`, tabindex: -1, 'aria-selected': 'false', dataset: { id } },
    cell('index', index > 0 && formatNumber(index)),
    cell('row', isInside && rowName(line, box)),
    cell('col', isInside && colName(col, box)),
    cell('value', valueOf(well)),
    cell('state', h('span', { class: 'vials-status' }, h('span', { class: 'vials-sign', 'aria-hidden': 'true' }, signOf(status)), h('span', {}, strings.rack.statuses[status]))))
}

function valueOf({ value, others }) {
  return [
    value && h('span', { class: 'code-value' }, value),
    others.length > 0 && h('span', { class: 'vials-also' }, fill(texts.also, { others: others.join(strings.rack.summary.comma) })),
  ]
}
