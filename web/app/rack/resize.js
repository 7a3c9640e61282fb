import { h } from '../dom.js'
import { fill } from '../format.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'
import { SizeChoice } from './size.js'

const texts = strings.rack.size

/** Sets the number of rows and columns of the box, and reads it again. Open if the size is in doubt. */
export class Resize {
  #choice = new SizeChoice()
  #hint = h('p', { class: 'hint', hidden: true }, texts.gone)
  #button = h('button', { class: 'button-plain' }, texts.apply)
  #short = h('span', { class: 'resize-short' })
  #present = h('p', {})

  #name = h('span', {}, `${texts.change}: `)

  /** @param {(wishes: object) => void} apply */
  constructor(apply) {
    this.element = h('details', { class: 'resize' },
      h('summary', {}, icon('rack'), h('span', {}, this.#name, this.#short)),
      h('form', { class: 'resize-form', novalidate: true, onsubmit: (event) => {
        event.preventDefault()
        apply(this.#choice.options)
      } }, this.#present, this.#choice.element, h('div', { class: 'resize-foot' }, this.#button, this.#hint)))
  }

  /** @param {import('./box.js').Box} box @param {object} [parameters] those it was read with */
  show(box, { grid = 'auto', container, positions, turn } = {}) {
    if (container && positions?.length > 0) return this.#askForTurn(box, container, turn)
    this.#short.textContent = box.rack.layout === 'unordered' ? texts.noneFound : box.isUnplaced && box.rack.layout !== 'given' ? texts.unknown : fill(texts.short, box)
    this.#present.textContent = fill(texts.present[box.rack.layout] ?? texts.present.seen, box)
    this.#choice.select(grid)
    // If the size was given, there is no better guess; without rows, or with a place to be tapped first, none helps yet.
    this.element.open = box.isSizeDoubtful && box.isGrid && !box.isUnplaced && box.rack.layout !== 'given'
  }

  /** For a round container, which has no rows and columns to choose. */
  #askForTurn(box, container, turn) {
    this.#name.textContent = `${container}: `
    this.#short.textContent = turn === undefined ? texts.turnSeen : fill(texts.turned, { turn })
    this.#present.hidden = true
    this.#choice.askForTurn(container, turn)
    this.element.open = box.rack.layout !== 'named'
  }

  /** @param {boolean} isThere whether the photo is available */
  setPhoto(isThere) {
    this.#button.disabled = !isThere
    this.#hint.hidden = isThere
  }
}
