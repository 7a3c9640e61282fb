import { h } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'

const texts = strings.viewer

/** @typedef {{title: string, text: (mark: import('./marks.js').Mark, index: number) => string}} Column */

/**
 * The marks of a viewer as a table, for users who cannot see them on the photo. Its selection is synchronized with the
 * viewer. Filled when it is opened.
 */
export class MarkTable {
  /**
   * @param {import('./viewer.js').PhotoViewer} viewer
   * @param {{summary: string, columns: Column[]}} options the first column names the mark
   */
  constructor(viewer, { summary, columns }) {
    this.viewer = viewer
    this.columns = columns
    this.rows = new Map()
    this.body = h('tbody')
    const head = h('thead', {}, h('tr', {}, columns.map(({ title }) => h('th', { scope: 'col' }, title))))
    const caption = h('caption', { class: 'visually-hidden' }, summary)
    const table = h('table', { class: 'mark-table' }, caption, head, this.body)
    const frame = h('div', { class: 'mark-table-frame', tabindex: '0', role: 'region', 'aria-label': summary }, table)
    this.element = h('details', { class: 'mark-list', ontoggle: () => this.fill() }, h('summary', {}, summary), frame)
    viewer.on('marks', () => this.fill())
    viewer.on('select', ({ id }) => this.follow(id))
  }

  fill() {
    if (!this.element.open) return
    this.rows.clear()
    this.body.replaceChildren(...this.viewer.marks.list.map((mark, index) => this.row(mark, index)))
    this.follow(this.viewer.selectedId)
  }

  row(mark, index) {
    const [first, ...rest] = this.columns.map(({ text }) => text(mark, index))
    const show = () => this.viewer.zoomTo(mark.id)
    const name = h('button', {
      type: 'button', class: 'mark-button', 'aria-label': fill(texts.show, { name: first }), onclick: show,
    }, first)
    const row = h('tr', {}, h('th', { scope: 'row' }, name), rest.map((text) => h('td', {}, text)))
    this.rows.set(mark.id, row)
    return row
  }

  follow(id) {
    this.body.querySelector('[aria-current]')?.removeAttribute('aria-current')
    const row = this.rows.get(id)
    if (!row) return
    row.setAttribute('aria-current', 'true')
    row.scrollIntoView({ block: 'nearest' })
  }
}
