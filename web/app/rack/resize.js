import { h } from '../dom.js'
import { fill } from '../format.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'
import { SizeChoice } from './size.js'

const texts = strings.rack.size

/** Says how many rows and columns the box has, and has it read anew with others. Open where the size is in doubt. */
export class Resize {
  #choice = new SizeChoice()
  #hint = h('p', { class: 'hint', hidden: true }, texts.gone)
  #button = h('button', { class: 'button-plain' }, texts.apply)
  #short = h('span', { class: 'resize-short' })
  #present = h('p', {})

  /** @param {(grid: string) => void} apply */
  constructor(apply) {
    this.element = h('details', { class: 'resize' },
      h('summary', {}, icon('rack'), h('span', {}, `${texts.change}: `, this.#short)),
      h('form', { class: 'resize-form', novalidate: true, onsubmit: (event) => {
        event.preventDefault()
        apply(this.#choice.value)
      } }, this.#present, this.#choice.element, h('div', { class: 'resize-foot' }, this.#button, this.#hint)))
  }

  /** @param {import('./box.js').Box} box @param {string | undefined} grid what it was read with */
  show(box, grid) {
    this.#short.textContent = fill(texts.short, box)
    this.#present.textContent = fill(texts.present[box.rack.layout] ?? texts.present.seen, box)
    this.#choice.select(grid ?? 'auto')
    // Once a size is given, there is no better guess.
    this.element.open = box.isSizeDoubtful && box.rack.layout !== 'given'
  }

  /** @param {boolean} isThere whether the photo is */
  setPhoto(isThere) {
    this.#button.disabled = !isThere
    this.#hint.hidden = isThere
  }
}
