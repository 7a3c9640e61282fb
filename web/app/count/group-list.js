import { h } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { cropOf } from './crop.js'
import { mainGroup, offersOf } from './groups.js'

const texts = strings.count.groups
/** More groups than this are single things, and no help. */
const MOST = 6

/** What may be counted, each with a picture; the one that is chosen is. */
export class GroupList {
  /**
   * @param {import('./session.js').CountSession} session
   * @param {{group: (id: number) => void, similarity: (similarity: number) => void}} choose
   */
  constructor(session, choose) {
    this.session = session
    this.choose = choose
    this.shown = ''
    this.items = []
    this.row = h('div', { class: 'group-row' })
    this.element = h('fieldset', { class: 'card group-list', hidden: true },
      h('legend', { class: 'visually-hidden' }, texts.title), h('h2', { 'aria-hidden': 'true' }, texts.title),
      h('p', { class: 'hint' }, texts.hint), this.row)
  }

  /** @param {ImageBitmap} picture the photo, at any size */
  setPicture(picture) {
    this.picture = picture
    this.shown = ''
    this.update()
  }

  update() {
    const { result, photo } = this.session
    const offers = offersOf(result).slice(0, MOST)
    this.element.hidden = offers.length < 2 || !photo || Boolean(result.recipes)
    const shown = JSON.stringify(offers.map(({ id, similarity, example }) => [id, similarity, example.x, example.y]))
    // The same groups stay as they are: whoever is going through them by keyboard keeps the place.
    if (shown !== this.shown) {
      this.shown = shown
      this.items = offers.map((offer) => this.item(offer))
      this.row.replaceChildren(...this.items.map(({ element }) => element))
    }
    this.items.forEach((item, index) => this.tell(item, index))
  }

  item({ id, similarity, count, example }) {
    const choose = () => (id === undefined ? this.choose.similarity(similarity) : this.choose.group(id))
    const input = h('input', { type: 'radio', name: 'group', onchange: choose })
    const number = h('span', {})
    const element = h('label', { class: 'group' }, input, h('span', {}, cropOf(this.picture, this.session.result, example), number))
    return { id, count, input, number, element }
  }

  /** Of the group that is counted, only what counts: some may be cut by the border, or outside of the region. */
  tell({ id, count: other, input, number }, index) {
    const { result } = this.session
    const isMain = id !== undefined && id === mainGroup(result)
    const count = other
      ?? result.detections.filter(({ cluster, main }) => cluster === id && (main || !isMain)).length
    input.checked = isMain
    number.textContent = String(count)
    input.setAttribute('aria-label', fill(texts.name, { number: index + 1, count }))
  }
}
