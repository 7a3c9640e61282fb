import { h } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { cropOf } from './crop.js'
import { exampleOf, mainGroup } from './groups.js'
import { isSameThing } from './sameness.js'

const texts = strings.count.further
/** Answers that share so many of their things, and differ by so little in number, are one. */
const SAME_THINGS = 0.7
const SAME_NUMBER = 0.1

/** What else may have been meant: each answer of another way of looking with a picture; a tap counts that. */
export class FurtherList {
  /** @param {import('./session.js').CountSession} session */
  constructor(session) {
    this.session = session
    this.shown = ''
    this.row = h('div', { class: 'group-row' })
    this.text = h('p', { class: 'hint', role: 'status' })
    this.element = h('section', { class: 'card group-list further', hidden: true }, h('h2', {}, texts.title), this.text, this.row)
  }

  /** @param {ImageBitmap} picture the photo, at any size */
  setPicture(picture) {
    this.picture = picture
    this.update()
  }

  update() {
    const { session } = this
    const { further } = session
    if (further === undefined) session.lookFurther()
    const offers = further ? othersThan(session.result, further) : []
    // Nobody is told at length that there is nothing.
    this.element.hidden = further === null || (Boolean(further) && offers.length === 0)
    const text = further ? texts.hint : texts.looking
    const shown = JSON.stringify([text, Boolean(this.picture), offers])
    // What is there stays as it is: whoever is going through it by keyboard keeps the place.
    if (shown === this.shown) return
    this.shown = shown
    this.text.textContent = text
    this.row.replaceChildren(...offers.map((offer) => this.item(offer)))
  }

  item({ cluster, count, example }) {
    return h('button', { type: 'button', class: 'group', 'aria-label': fill(texts.name, { count }), onclick: () => this.session.chooseFurther(cluster) },
      h('span', {}, cropOf(this.picture, this.session.result, example), h('span', {}, String(count))))
  }
}

/**
 * The answers of another way of looking, without the one that is counted anyway.
 *
 * @param {object} result @param {object} further
 * @returns {{cluster: number, count: number, example: object}[]} the likeliest first
 */
export function othersThan(result, further) {
  const main = mainGroup(result)
  const counted = result.detections.filter(({ cluster, main: counts }) => cluster === main && counts)
  return answersOf(further).filter(({ cluster, count }) => {
    if (count === 0 || cluster === undefined) return false
    if (Math.abs(count - counted.length) > SAME_NUMBER * Math.max(count, counted.length)) return true
    const found = further.detections.filter((one) => one.cluster === cluster)
    const shared = counted.filter((one) => found.some((other) => isSameThing(one, other))).length
    return shared < SAME_THINGS * counted.length
  })
}

/** What a way of looking has found; one that knows one answer alone shows it by its surest thing. */
function answersOf(result) {
  if (result.alternatives || result.count === 0) return result.alternatives ?? []
  const cluster = mainGroup(result)
  return [{ cluster, count: result.count, example: exampleOf(result, cluster) }]
}
