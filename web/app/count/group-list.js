import { h } from '../dom.js'
import { strings } from '../strings.js'
import { exampleOf, groupsOf, mainGroup } from './groups.js'

const texts = strings.count.groups
/** More groups than this are single things, and no help. */
const MOST = 6
const SIDE = 56

/** The groups of things alike, each with a picture; the one that is chosen is counted. */
export class GroupList {
  /** @param {import('./session.js').CountSession} session @param {(id: number) => void} choose */
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
    const groups = groupsOf(result).slice(0, MOST).map(({ id }) => ({ id, example: exampleOf(result, id) }))
    this.element.hidden = groups.length < 2 || !photo
    const shown = JSON.stringify(groups.map(({ id, example }) => [id, example.x, example.y]))
    // The same groups stay as they are: whoever is going through them by keyboard keeps the place.
    if (shown !== this.shown) {
      this.shown = shown
      this.items = groups.map(({ id, example }) => this.item(id, example))
      this.row.replaceChildren(...this.items.map(({ element }) => element))
    }
    this.items.forEach((item, index) => this.tell(item, index))
  }

  item(id, example) {
    const input = h('input', { type: 'radio', name: 'group', onchange: () => this.choose(id) })
    const number = h('span', {})
    const element = h('label', { class: 'group' }, input, h('span', {}, this.crop(example), number))
    return { id, input, number, element }
  }

  /** Of the group that is counted, only what counts: some may be cut by the border, or outside of the region. */
  tell({ id, input, number }, index) {
    const { result } = this.session
    const isMain = id === mainGroup(result)
    const count = result.detections.filter(({ cluster, main }) => cluster === id && (main || !isMain)).length
    input.checked = isMain
    number.textContent = String(count)
    input.setAttribute('aria-label', texts.name(index + 1, count))
  }

  crop(box) {
    const canvas = h('canvas', { width: SIDE, height: SIDE, 'aria-hidden': 'true' })
    if (!this.picture || !box) return canvas
    const { picture, session: { result } } = this
    const [across, down] = [picture.width / result.width, picture.height / result.height]
    const side = Math.max(box.width, box.height)
    const [left, top] = [box.x + (box.width - side) / 2, box.y + (box.height - side) / 2]
    canvas.getContext('2d').drawImage(
      picture, left * across, top * down, side * across, side * down, 0, 0, SIDE, SIDE)
    return canvas
  }
}
