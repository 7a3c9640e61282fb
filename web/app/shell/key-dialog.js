import { h } from '../dom.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'

const texts = strings.shell.keys

/** The list of keys opened by `?`. */
export class KeyDialog {
  #body = h('div', { class: 'dialog-body' })
  #dialog = h('dialog', { class: 'dialog key-dialog', 'aria-labelledby': 'keys-title' },
    h('div', { class: 'dialog-head' },
      h('h2', { id: 'keys-title' }, texts.title),
      h('button', { class: 'button-icon', type: 'button', 'aria-label': strings.shell.close,
        onclick: () => this.#dialog.close() }, icon('close'))),
    this.#body)

  constructor() {
    this.#dialog.addEventListener('keydown', (event) => {
      if (event.key !== '?') return
      // Otherwise the same key would open it again.
      event.preventDefault()
      this.#dialog.close()
    })
    this.#dialog.addEventListener('click', (event) => { if (event.target === this.#dialog) this.#dialog.close() })
    document.body.append(this.#dialog)
  }

  /**
   * @param {{title: string, bindings: import('../keys.js').Binding[]}} view
   * @param {import('../keys.js').Binding[]} everywhere
   * @param {boolean} singleKeys
   */
  show(view, everywhere, singleKeys) {
    this.#body.replaceChildren(...[
      singleKeys ? null : h('p', { class: 'hint' }, texts.off),
      view.bindings.length > 0 ? group(view.title, view.bindings) : null,
      group(texts.everywhere, everywhere),
    ].filter(Boolean))
    this.#dialog.showModal()
  }
}

function group(title, bindings) {
  return h('section', {},
    h('h3', {}, title),
    h('dl', { class: 'keys' }, bindings.map(({ keys, text, isRange }) => h('div', {},
      h('dt', {}, isRange ? [caps(keys[0]), ` ${texts.to} `, caps(keys.at(-1))]
        : keys.flatMap((sequence, index) => [index > 0 ? ` ${texts.or} ` : null, ...caps(sequence)])),
      h('dd', {}, text)))))
}

function caps(sequence) {
  const keys = sequence === ' ' ? [' '] : sequence.split(' ')
  return keys.flatMap((key, index) => [
    index > 0 ? ` ${texts.then} ` : null,
    h('kbd', {}, texts.names[key] ?? key),
  ])
}
