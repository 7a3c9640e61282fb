import { announce } from '../announce.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'
import { wellName } from './box.js'

const texts = strings.rack.placing

/**
 * Asks for a tap on the first and one on the last well if the photo does not show where the box begins and ends, as for
 * a partly filled box on a plain background.
 */
export class Placing {
  #button = h('button', { class: 'button', type: 'button', onclick: () => this.begin() }, icon('rack'), texts.begin)
  #question = h('p', { class: 'placing-question' })
  /** @type {{x: number, y: number}[]} */
  #points = []

  /**
   * @param {import('./picture.js').Picture} picture
   * @param {{begin: () => void, place: (corners: number[][]) => void}} actions `begin` scrolls the photo into view
   */
  constructor(picture, actions) {
    this.picture = picture
    this.actions = actions
    this.element = h('div', { class: 'placing' }, this.#button)
    this.bar = h('div', { class: 'placing-bar', hidden: true }, this.#question,
      h('button', { class: 'button-plain', type: 'button', onclick: () => this.cancel() }, texts.cancel))
  }

  /** @param {import('./box.js').Box} box */
  show(box) {
    this.box = box
    this.element.hidden = !box.isUnplaced || !this.picture.isThere
    if (this.element.hidden) this.cancel()
  }

  get isUnderWay() {
    return !this.bar.hidden
  }

  begin() {
    this.#points = []
    this.bar.hidden = false
    this.#ask(texts.first)
    this.actions.begin()
    this.picture.pick((point) => this.#take(point))
  }

  /** @returns {boolean} whether there was anything to cancel */
  cancel() {
    if (!this.isUnderWay) return false
    this.bar.hidden = true
    this.picture.pick(null)
    return true
  }

  #ask(text) {
    this.#question.textContent = text
    announce(text)
  }

  #take(point) {
    this.#points.push(point)
    this.picture.point(this.#points.map((each, index) => ({ ...each, name: index === 0 ? wellName(0, 0) : this.#last })))
    if (this.#points.length === 1) return this.#ask(fill(this.#last ? texts.last : texts.lastBare, { well: this.#last }))
    const corners = this.#points.map(({ x, y }) => [x, y])
    this.cancel()
    this.actions.place(corners)
  }

  /** The last well of a box of known size. */
  get #last() {
    const { layout, rows, cols } = this.box.rack
    return layout === 'given' ? wellName(rows - 1, cols - 1) : ''
  }
}
