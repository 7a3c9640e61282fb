import { iconButton } from '../buttons.js'
import { h } from '../dom.js'
import { strings } from '../strings.js'
import { codeKind } from './descriptions.js'

const texts = strings.shelf.code

/** Details of the selected barcode. */
export class CodeInspector {
  element = h('section', { class: 'card inspector', 'aria-label': texts.title, hidden: true })

  /** @param {{close: () => void}} actions */
  constructor({ close }) {
    this.close = close
  }

  /** @param {object | undefined} code */
  show(code) {
    this.element.hidden = !code
    if (!code) return this.element.replaceChildren()
    const { value, symbology, addOn, isbn } = code
    const facts = [
      [codeKind(code), isbn ?? ''], [texts.value, value], [texts.kind, texts.symbologies[symbology] ?? symbology],
      addOn && [texts.addOn, addOn],
    ].filter(Boolean)
    this.element.replaceChildren(
      h('div', { class: 'inspector-head' }, h('h2', {}, texts.title),
        iconButton('close', strings.shelf.inspector.close, this.close)),
      h('dl', { class: 'facts' }, facts.map(([name, text]) => h('div', {}, h('dt', {}, name), h('dd', {}, text)))))
  }
}
