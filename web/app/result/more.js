import { iconButton } from '../buttons.js'
import { h, uniqueId } from '../dom.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'

const texts = strings.result

/** Less frequent actions on a result: on a phone in a sheet behind a button, on larger screens always visible. */
export class MoreSheet {
  constructor() {
    const id = uniqueId('more')
    this.heading = h('h2', { tabindex: -1 }, texts.more)
    this.button = h('button', { type: 'button', class: 'more-button', 'aria-expanded': 'false', 'aria-controls': id, onclick: () => this.toggle() },
      icon('more'), h('span', {}, texts.more))
    this.element = h('div', { class: 'result-more', id, onkeydown: (event) => this.#press(event) },
      h('div', { class: 'more-head' }, this.heading, iconButton('close', texts.less, () => this.close())))
  }

  get isOpen() {
    return this.element.classList.contains('is-open')
  }

  toggle() {
    if (this.isOpen) return this.close()
    this.#show(true)
    this.heading.focus({ preventScroll: true })
  }

  /** Closes the sheet, and moves a focus inside it back to the button. */
  close() {
    if (!this.isOpen) return
    const hasFocus = this.element.contains(document.activeElement)
    this.#show(false)
    if (hasFocus) this.button.focus({ preventScroll: true })
  }

  #show(isOpen) {
    this.element.classList.toggle('is-open', isOpen)
    this.button.setAttribute('aria-expanded', String(isOpen))
  }

  #press(event) {
    if (event.key !== 'Escape' || !this.isOpen) return
    event.stopPropagation()
    this.close()
  }
}
