import { api } from '../../api.js'
import { h } from '../../dom.js'
import { fill, formatPercent } from '../../format.js'
import { icon } from '../../icons.js'
import { pictureOf } from '../../intake/kept.js'
import { listNotes } from '../../list-notes.js'
import { PhotoViewer } from '../../viewer/viewer.js'
import { cropOf } from '../crop.js'
import { cropLabel } from '../descriptions.js'
import { describe, inventoryMarks, markOf, reasonOf, statuses, titleOf, wordsOf } from './marks.js'
import { texts } from './texts.js'

/** Maximum number of possible places listed for one book. */
const MOST_PLACES = 3
/** Of the picture of a spine on a card, in pixels. */
const CARD = 480
const columns = ['status', 'title', 'after', 'where', 'text', 'confidence']

/** An inventory: its numbers, its marks on the photo, and a table, whose lines are cards on a phone. */
export class InventoryResult {
  #all = false
  /** The `id` of the selected mark. */
  #selected

  /** @param {object} record of the history @param {object} inventory
   *   @param {object} how the options of the request @param {AbortSignal} signal */
  constructor(record, inventory, how, signal) {
    Object.assign(this, { record, inventory, how, signal })
    this.words = wordsOf(inventory)
    this.right = inventory.basis === 'labels' ? texts.ordered : texts.right
    this.caption = h('figcaption', { class: 'hint' }, texts.hint)
    this.stage = h('div', { class: 'entry-stage' })
    this.body = h('tbody', { role: 'rowgroup', onclick: ({ target }) => this.#show(target.closest('tr[data-id]')) })
    this.element = h('div', { class: 'inventory-result' }, this.#summary(),
      h('figure', { class: 'entry-picture' }, this.stage, this.caption), this.#table(), this.#exports())
    this.#fill()
  }

  #summary() {
    const { counts, notes, unseen } = this.inventory
    const isRight = statuses.every((status) => status === 'present' || !counts[status])
    return h('section', { class: 'card inventory-summary' },
      isRight && h('p', { class: 'inventory-right' }, this.right),
      h('ul', { class: 'chips' }, statuses.filter((status) => counts[status] > 0).map((status) => (
        h('li', { class: `chip inventory-${status}` }, h('span', { class: 'inventory-sign', 'aria-hidden': 'true' }),
          `${counts[status]} ${this.words[status]}`)))),
      this.inventory.basis === 'labels' && !counts.present && !counts.misplaced && h('p', {}, texts.noLabels),
      listNotes(notes), unseen > 0 && h('p', { class: 'hint' }, fill(texts.unseen, { count: unseen })))
  }

  /** Puts the photo into its place, which has its final size only now. */
  async showPhoto() {
    const { record: { result, photo }, inventory, signal } = this
    if (!photo) return this.#gone()
    this.stage.style.setProperty('--photo', `${result.width} / ${result.height}`)
    const viewer = this.viewer = new PhotoViewer(this.stage, {
      label: texts.photo, describe: ({ id }) => describe(inventory.findings[Number(id.slice(1))], inventory),
    })
    signal.addEventListener('abort', () => viewer.close(), { once: true })
    viewer.setMarks(inventoryMarks(inventory.findings, result))
    viewer.on('select', ({ mark }) => this.#follow(mark))
    viewer.on('photo', (picture) => {
      this.picture = picture
      this.#addSpines()
    })
    try {
      await viewer.setPhoto(await pictureOf(photo, result), result.width, result.height)
    } catch {
      if (!signal.aborted) this.#gone()
    }
  }

  #gone() {
    this.viewer?.close()
    this.viewer = undefined
    this.stage.replaceChildren()
    this.stage.hidden = true
    this.caption.textContent = texts.photoGone
  }

  /** Marks the spine of a line on the photo. */
  #show(row) {
    if (!row) return
    this.viewer?.zoomTo(markOf(Number(row.dataset.id.slice(1)), this.inventory.findings))
    this.stage.scrollIntoView({ block: 'nearest' })
  }

  #follow(mark) {
    this.caption.textContent = mark ? describe(this.inventory.findings[Number(mark.id.slice(1))], this.inventory) : texts.hint
    this.#selected = mark?.id
    this.#markSelected()
  }

  #markSelected() {
    for (const row of this.body.children) {
      if (row.dataset.id && row.dataset.id === this.#selected) row.setAttribute('aria-current', 'true')
      else row.removeAttribute('aria-current')
    }
  }

  #table() {
    const all = h('label', { class: 'inventory-all' }, h('input', { type: 'checkbox', onchange: ({ target }) => {
      this.#all = target.checked
      this.#fill()
    } }), texts.all)
    const head = h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, columns.map((name) => (
      h('th', { role: 'columnheader', scope: 'col', class: `inventory-${name}-cell` }, texts.columns[name])))))
    return h('section', {}, h('div', { class: 'inventory-head' }, h('h2', {}, texts.table), all),
      h('div', { class: 'table-frame', tabindex: 0, role: 'region', 'aria-label': texts.table },
        h('table', { class: 'table inventory-table', role: 'table' }, h('caption', { class: 'visually-hidden' }, texts.table), head, this.body)))
  }

  #fill() {
    const rows = this.inventory.findings.map((finding, index) => [finding, index])
      .filter(([{ status }]) => this.#all || status !== 'present')
    const nothing = h('tr', { role: 'row' }, h('td', { role: 'cell', colspan: columns.length }, this.right))
    this.body.replaceChildren(...(rows.length > 0 ? rows.map(([finding, index]) => this.#row(finding, index)) : [nothing]))
    this.#markSelected()
    this.#addSpines()
  }

  #row(finding, index) {
    const { status, book, after, text, confidence } = finding
    const title = titleOf(book)
    const name = h('button', { type: 'button', class: 'inventory-status', 'aria-label': fill(texts.show, { title: title || text || this.words[status] }) },
      h('span', { class: 'inventory-sign', 'aria-hidden': 'true' }), this.words[status])
    const cell = (column, ...children) => h('td', { role: 'cell', class: `inventory-${column}-cell`, dataset: { label: texts.columns[column] } }, children)
    return h('tr', { role: 'row', dataset: { id: `f${index}` }, class: `inventory-row inventory-${status}` },
      h('th', { role: 'rowheader', scope: 'row', class: 'inventory-status-cell' }, name), cell('title', title || (text && h('em', {}, text)), book?.author && h('span', { class: 'hint' }, ` ${book.author}`),
        status === 'not-seen' && h('span', { class: 'hint inventory-reason' }, reasonOf(finding))),
      cell('after', status === 'present' ? '' : titleOf(after)), cell('where', this.#where(finding)),
      cell('text', text ?? ''), cell('confidence', formatPercent(confidence)))
  }

  /** Adds to each card its spine, once the photo is there. The lines stay: someone may have selected one meanwhile. */
  #addSpines() {
    if (!this.picture) return
    for (const row of this.body.querySelectorAll('[data-id]')) {
      const finding = this.inventory.findings[Number(row.dataset.id.slice(1))]
      if (finding.quad) row.append(this.#spine(finding))
    }
  }

  #spine({ quad, text, spine }) {
    const { picture, record: { result } } = this
    const isTurned = result.spines.find(({ id }) => id === spine)?.readsUpward === true
    return h('td', { role: 'cell', class: 'inventory-spine-cell' }, cropOf(picture, picture.width / result.width, quad, { label: cropLabel(text), isTurned, longest: CARD }))
  }

  /** Returns the place of a book, or the spines that it may be. */
  #where({ row, position, spines = [] }) {
    const at = row === undefined ? spines.slice(0, MOST_PLACES).map(({ spine }) => this.inventory.findings.find((one) => one.spine === spine)) : [{ row, position }]
    return at.filter(Boolean).map((one) => fill(texts.where, { row: one.row + 1, place: one.position + 1 })).join('; ')
  }

  #exports() {
    const { record: { entry, photo }, how } = this
    const link = (ending, text) => h('a', { class: 'button-plain', href: api.books.inventoryURL(entry.id, ending, how), download: '' },
      icon('download'), text)
    return h('section', {}, h('h2', {}, texts.exports),
      h('div', { class: 'button-row' }, link('csv', texts.csv), photo && link('jpg', texts.picture)))
  }
}
