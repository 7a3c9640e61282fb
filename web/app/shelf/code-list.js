import { h } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { codeKind } from './descriptions.js'

const texts = strings.shelf.codes

/** The barcodes of a picture as a table; nothing if there are none. */
export class CodeList {
  /** @param {(index: number) => void} show selects a barcode */
  constructor(show) {
    this.show = show
    this.body = h('tbody')
    this.element = h('section', { class: 'codes-pane', hidden: true }, h('h2', {}, texts.title),
      h('div', { class: 'table-frame' }, h('table', { class: 'table books' },
        h('caption', { class: 'visually-hidden' }, texts.label),
        h('thead', {}, h('tr', {}, [texts.value, texts.kind].map((name) => h('th', { scope: 'col' }, name)))), this.body)))
  }

  /** @param {object[]} barcodes */
  fill(barcodes) {
    this.element.hidden = barcodes.length === 0
    this.body.replaceChildren(...barcodes.map((code, index) => h('tr', {},
      h('th', { scope: 'row' }, h('button', { type: 'button', class: 'mark-button', 'aria-label': fill(texts.show, { value: code.value }),
        onclick: () => this.show(index) }, code.value)),
      h('td', {}, codeKind(code)))))
  }
}
