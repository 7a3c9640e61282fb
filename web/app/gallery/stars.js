import { h } from '../dom.js'
import { fill } from '../format.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'

const texts = strings.gallery.rating
/** Maximum number of stars. */
export const MOST = 5

/** Five stars to press; pressing the current rating clears it. */
export class Stars {
  #buttons
  #rest = h('span', { class: 'hint' })

  /** @param {number | undefined} rating @param {(rating: number) => void} change */
  constructor(rating, change) {
    this.#buttons = Array.from({ length: MOST }, (_, at) => h('button', { class: 'star-button', type: 'button',
      title: fill(texts.give, { count: at + 1 }), 'aria-label': fill(texts.give, { count: at + 1 }),
      onclick: () => change(this.rating === at + 1 ? 0 : at + 1) }, icon('star')))
    this.element = h('div', { class: 'stars', role: 'group', 'aria-label': texts.label }, this.#buttons, this.#rest)
    this.show(rating)
  }

  /** @param {number | undefined} rating -1 for rejected */
  show(rating = 0) {
    this.rating = rating
    this.#buttons.forEach((button, at) => {
      button.classList.toggle('is-on', at < rating)
      button.setAttribute('aria-pressed', String(at + 1 === rating))
    })
    this.#rest.textContent = rating < 0 ? texts.rejected : ''
  }
}

/** Returns the name of a rating. @param {number} rating */
export const starWords = (rating) => (rating > 0 ? fill(texts.give, { count: rating }) : texts.none)
