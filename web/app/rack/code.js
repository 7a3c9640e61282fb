import { iconButton } from '../buttons.js'
import { h } from '../dom.js'
import { askForTag } from '../gallery/tag-dialog.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'

const texts = strings.rack.code

/** Shows the box's own code, which can be edited. */
export class BoxCode {
  #text = h('span', {})

  /** @param {import('./editor.js').Editor} editor */
  constructor(editor) {
    this.editor = editor
    this.element = h('span', { class: 'rack-code' }, icon('rack'), this.#text, iconButton('edit', texts.change, () => this.#ask()))
  }

  /** @param {import('./box.js').Box} box */
  show({ code }) {
    this.#text.replaceChildren(...(code ? [`${texts.title}: `, h('span', { class: 'code-value' }, code)] : [texts.none]))
  }

  async #ask() {
    const code = await askForTag({ title: texts.question, action: texts.save, label: texts.field, value: this.editor.session.box.code ?? '' })
    if (code) this.editor.name(code)
  }
}
