import { h } from '../dom.js'
import { strings } from '../strings.js'
import { kindStyle } from '../viewer/mark-styles.js'
import { cropOf } from './crop.js'
import { exampleOf, numbersOf } from './groups.js'
import { sampleOf } from './look.js'

const texts = strings.count.kinds

/** The counts of several recipes: a line for each, with one of its things. */
export class KindList {
  /** @param {import('./session.js').CountSession} session */
  constructor(session) {
    this.session = session
    this.rows = h('ul', { class: 'kind-list' })
    this.element = h('section', { class: 'card kinds', hidden: true }, h('h2', {}, texts.title), this.rows)
  }

  /** @param {ImageBitmap} picture the photo, at any size */
  setPicture(picture) {
    this.picture = picture
    this.update()
  }

  update() {
    const { result, corrections } = this.session
    this.element.hidden = !result.recipes
    if (!result.recipes) return
    const numbers = numbersOf(result, corrections, result.recipes.map((_, kind) => kind))
    this.rows.replaceChildren(...result.recipes.map(({ name, things }, kind) => h('li', {},
      sampleOf(kindStyle(kind)), cropOf(this.picture, result, exampleOf(result, kind)),
      h('span', { class: 'kind-number' }, String(numbers[kind])), h('span', {}, numbers[kind] === 1 ? things.one : things.several),
      name !== things.several && h('span', { class: 'hint' }, name))))
  }
}
