import { button } from '../buttons.js'
import { h } from '../dom.js'
import { fill, formatNumber } from '../format.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'
import { addressOf, isDoubtful } from './row.js'
import { rangeText } from './totals.js'

const texts = strings.batch
const signs = { done: 'check', failed: 'warning', lost: 'warning', look: 'warning' }

/** One photo in the table. Its thumbnail comes from the server: the browser would have to decode the whole file. */
export class TableRow {
  #shown = ''

  /**
   * @param {import('./row.js').Row} row @param {import('./queue.js').BatchQueue} queue
   * @param {{retry: (row: object) => void}} actions
   */
  constructor(row, queue, { retry }) {
    Object.assign(this, { row, queue, retry })
    this.picture = h('span', { class: 'batch-picture' })
    this.words = h('span', { class: 'batch-words' })
    this.count = h('td', { class: 'number batch-count' })
    this.range = h('td', { class: 'number batch-range' })
    this.state = h('td', { class: 'batch-state' })
    this.photo = h('th', { scope: 'row', class: 'batch-photo', tabindex: -1 }, h('div', {}, this.picture, this.words))
    const range = queue.page === 'count' && this.range
    this.element = h('tr', { dataset: { key: row.key } }, this.photo, this.count, range, this.state)
    this.update()
  }

  /** The element that can have the focus: the link to the result, or the retry button. @returns {HTMLElement | null} */
  get control() {
    return this.element.querySelector('a, button')
  }

  update() {
    const { row } = this
    // An unchanged row is left alone: it may have the focus.
    const now = JSON.stringify(row)
    if (now === this.#shown) return
    this.#shown = now
    const hadFocus = this.element.contains(document.activeElement)
    this.element.className = `batch-row is-${row.state}`
    this.#showPicture()
    this.words.replaceChildren(this.#name(), this.#notes())
    this.#showCount()
    this.#showState()
    // Until there is something to press, the row itself has the focus.
    if (hadFocus) (this.control ?? this.photo).focus()
  }

  #name() {
    const { row, queue } = this
    const name = row.name || texts.table.unnamed
    if (row.state !== 'done') return h('span', { class: 'batch-name' }, name)
    const open = () => { queue.opened = row.key }
    return h('a', { class: 'batch-name', href: addressOf(row, queue.page, queue.id), onclick: open }, name)
  }

  #notes() {
    const { row } = this
    if (row.state === 'done') {
      const notes = (row.warnings ?? []).map((word) => texts.warnings[word] ?? word)
      if (row.corrected) notes.push(texts.corrected)
      return notes.length > 0 ? h('span', { class: 'hint' }, notes.join(', ')) : ''
    }
    if (!row.problem) return ''
    const again = row.state === 'failed' && button(texts.retry, () => this.retry(row))
    if (again) again.setAttribute('aria-label', fill(texts.retryOf, { name: row.name || texts.table.unnamed }))
    return h('span', { class: 'batch-problem' }, h('span', { class: 'field-problem' }, row.problem), again)
  }

  #showPicture() {
    const { thumbnail } = this.row
    if (this.picture.dataset.of === (thumbnail ?? 'none')) return
    this.picture.dataset.of = thumbnail ?? 'none'
    // The history drops old counts in time, and the user may delete some.
    const forget = () => this.picture.replaceChildren(icon('photo'))
    this.picture.replaceChildren(thumbnail ? h('img', {
      src: thumbnail, alt: '', width: 48, height: 48, loading: 'lazy', decoding: 'async', onerror: forget,
    }) : icon('photo'))
  }

  #showCount() {
    const { state, count, low, high, problem } = this.row
    const isDone = state === 'done'
    // An error message needs more room than there is beside an empty cell on a phone.
    this.photo.colSpan = problem ? 2 : 1
    if (problem) this.count.remove()
    else this.photo.after(this.count)
    const range = isDone && low !== high ? rangeText({ count, low, high }) : ''
    // On a phone the range has no column and is shown below the count.
    this.count.replaceChildren(isDone ? formatNumber(count) : '', range && h('span', { class: 'batch-range-below hint' }, range))
    this.range.textContent = isDone ? rangeText({ count, low, high }) : ''
  }

  #showState() {
    const { row } = this
    const state = isDoubtful(row) ? 'look' : row.state
    const text = state === 'working' ? texts.states.working[this.queue.page] : texts.states[state]
    this.state.dataset.state = state
    this.state.replaceChildren(h('span', {}, signs[state] && icon(signs[state]), text))
  }
}
