import { h } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { kindStyle } from '../viewer/mark-styles.js'
import { cropOf } from './crop.js'
import { countedGroups, groupNumber, offersOf } from './groups.js'
import { sampleOf } from './look.js'

const texts = strings.count.kinds
/** Maximum number of groups; any more are single things, which do not help. */
const MOST = 6

/** The groups that can be counted, each with a picture; one or several can be chosen. */
export class GroupList {
  /**
   * @param {import('./session.js').CountSession} session
   * @param {{groups: (ids: number[]) => void, similarity: (similarity: number) => void}} choose
   */
  constructor(session, choose) {
    this.session = session
    this.choose = choose
    this.shown = ''
    this.items = []
    this.row = h('div', { class: 'group-row' })
    this.several = h('input', { type: 'checkbox', onchange: () => this.together() })
    this.element = h('fieldset', { class: 'card group-list', hidden: true },
      h('legend', { class: 'visually-hidden' }, texts.title), h('h2', { 'aria-hidden': 'true' }, texts.title),
      h('p', { class: 'hint' }, texts.hint), this.row, h('label', { class: 'group-several' }, this.several, texts.several))
  }

  /** @param {ImageBitmap} picture the photo, at any size */
  setPicture(picture) {
    this.picture = picture
    this.shown = ''
    this.update()
  }

  update() {
    const { result, photo, now: { order } } = this.session
    // A choice does not change what can be chosen.
    if (!this.base || !order.groups) this.base = result.detections.filter(({ main }) => main)
    const offers = offersOf(result, [this.session.first, this.base]).slice(0, MOST)
    const counted = countedGroups(result)
    this.element.hidden = offers.length < 2 || !photo || Boolean(result.recipes)
    if (counted.length > 1) this.several.checked = true
    const shown = JSON.stringify(offers.map(({ id, similarity, example }) => [id, similarity, example.x, example.y]))
    // Unchanged groups are left alone, so that keyboard users keep their place.
    if (shown !== this.shown) {
      this.shown = shown
      this.items = offers.map((offer) => this.item(offer))
      this.row.replaceChildren(...this.items.map(({ element }) => element))
      this.several.parentElement.hidden = this.items.filter(({ id }) => id !== undefined).length < 2
    }
    this.items.forEach((item, index) => this.tell(item, index, counted))
  }

  item({ id, similarity, count, example }) {
    const choose = () => (id === undefined ? this.choose.similarity(similarity) : this.chosen(id))
    const input = h('input', { type: 'radio', name: 'group', onchange: choose })
    const [number, sign] = [h('span', {}), h('span', { class: 'group-sign' })]
    const element = h('label', { class: 'group' }, input, h('span', {}, cropOf(this.picture, this.session.result, example), number, sign))
    return { id, count, input, number, sign, element }
  }

  /** Chooses one group, or all ticked ones; the last one stays ticked. */
  chosen(id) {
    if (!this.several.checked) return this.choose.groups([id])
    const ids = this.items.filter(({ id: each, input }) => each !== undefined && input.checked).map(({ id: each }) => each)
    if (ids.length > 0) this.choose.groups(ids)
    else this.update()
  }

  /** Switches between a single choice and ticks; back to a single choice, the largest ticked group counts. */
  together() {
    const counted = countedGroups(this.session.result)
    if (!this.several.checked && counted.length > 1) this.choose.groups(counted.slice(0, 1))
    else this.update()
  }

  /**
   * Shows the number of a group. For a counted group, only things that count: some may be cut by the border, or outside
   * the region.
   */
  tell({ id, count: other, input, number, sign }, index, counted) {
    const { result } = this.session
    const isCounted = counted.includes(id)
    const count = other
      ?? result.detections.filter(({ cluster, main }) => cluster === id && (main || !isCounted)).length
    input.type = this.several.checked && id !== undefined ? 'checkbox' : 'radio'
    input.checked = isCounted
    number.textContent = String(count)
    input.setAttribute('aria-label', fill(texts.name, { number: id === undefined ? index + 1 : groupNumber(result, id), count }))
    sign.replaceChildren(...(isCounted && counted.length > 1 ? [sampleOf(kindStyle(counted.indexOf(id)))] : []))
  }
}
