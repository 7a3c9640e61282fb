import { h } from '../dom.js'
import { fill, formatNumber } from '../format.js'
import { strings } from '../strings.js'
import { nextOrder, ordered } from './order.js'
import { TableRow } from './table-row.js'
import { rangeText } from './totals.js'

const texts = strings.batch

/** All photos with their results, and the sum at the end. */
export class BatchTable {
  /** @type {Map<number, TableRow>} by the key of the photo */
  #rows = new Map()
  #body = h('tbody')
  #heads = new Map()

  /** @param {import('./queue.js').BatchQueue} queue @param {{retry: (row: object) => void}} actions */
  constructor(queue, actions) {
    Object.assign(this, { queue, actions })
    this.caption = h('caption', { class: 'visually-hidden' })
    this.count = h('td', { class: 'number batch-count' })
    this.range = h('td', { class: 'number batch-range' })
    this.failed = h('td', { class: 'batch-state' })
    const hasRange = queue.page === 'count'
    this.element = h('table', { class: 'table batch-table' }, this.caption,
      h('thead', {}, h('tr', {}, this.#head('name', texts.table.name),
        this.#head('count', texts.table.count[queue.page], 'number batch-count'),
        hasRange && h('th', { scope: 'col', class: 'number batch-range' }, texts.table.range),
        this.#head('state', texts.table.state, 'batch-state'))),
      this.#body,
      h('tfoot', {}, h('tr', {}, h('th', { scope: 'row' }, texts.table.total), this.count, hasRange && this.range, this.failed)))
    this.fill()
  }

  #head(by, label, style) {
    const cell = h('th', { scope: 'col', class: style },
      h('button', { type: 'button', class: 'batch-sort', onclick: () => this.#sort(by) }, label))
    this.#heads.set(by, cell)
    return cell
  }

  #sort(by) {
    this.queue.order = nextOrder(this.queue.order, by)
    this.sort()
  }

  /** Sorts all rows. The focus stays where it is. */
  sort() {
    const { order, rows } = this.queue
    const focused = document.activeElement
    const elements = ordered(rows, order).map(({ key }) => this.#rows.get(key).element)
    if (elements.some((element, at) => this.#body.children[at] !== element)) this.#body.replaceChildren(...elements)
    for (const [by, head] of this.#heads) {
      if (by === order.by) head.setAttribute('aria-sort', order.isDown ? 'descending' : 'ascending')
      else head.removeAttribute('aria-sort')
    }
    if (focused !== document.activeElement && this.#body.contains(focused)) focused.focus({ preventScroll: true })
  }

  /** Adds new photos, or shows all for the first time. */
  fill() {
    for (const row of this.queue.rows) {
      if (this.#rows.has(row.key)) this.#rows.get(row.key).update()
      else this.#rows.set(row.key, new TableRow(row, this.queue, this.actions))
    }
    this.caption.textContent = fill(texts.table.caption, { count: this.queue.rows.length })
    this.sort()
    this.total()
  }

  /** @param {import('./row.js').Row} row the changed row */
  update(row) {
    this.#rows.get(row.key)?.update()
    this.total()
  }

  total() {
    const { count, low, high, failed, all, done } = this.queue.totals
    this.count.replaceChildren(done > 0 ? formatNumber(count) : '',
      low !== high ? h('span', { class: 'batch-range-below hint' }, rangeText({ count, low, high })) : '')
    this.range.textContent = done > 0 ? rangeText({ count, low, high }) : ''
    this.failed.textContent = failed > 0 ? fill(texts.status.failed, { failed, all }) : ''
  }

  /** The photo that has the focus. @returns {import('./row.js').Row | undefined} */
  get focused() {
    const key = document.activeElement?.closest('.batch-row')?.dataset.key
    return this.queue.rows.find((row) => String(row.key) === key)
  }

  /** Moves the focus to the next focusable row. @param {1 | -1} step @returns {boolean} whether there is one */
  moveFocus(step) {
    const all = [...this.#body.querySelectorAll('a, button')]
    const at = all.indexOf(document.activeElement)
    const next = all[at < 0 && step < 0 ? all.length - 1 : at + step]
    next?.focus()
    return next !== undefined
  }

  /** @param {number} key of the photo viewed last */
  focus(key) {
    this.#rows.get(key)?.control?.focus()
  }
}
