import { h } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { cropOf } from './crop.js'
import { exampleOf, mainGroup } from './groups.js'
import { couldBeThings, isSameNumber, isSameThing } from './sameness.js'

const texts = strings.count.further
/** Minimum share of things in common for two answers to be the same. */
const SAME_THINGS = 0.7

/** Other possible answers: each result of another pipeline, with a picture; a tap counts it. */
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
    // Hidden if there is nothing to offer.
    this.element.hidden = further === null || (Boolean(further) && offers.length === 0)
    const text = further ? texts.hint : texts.looking
    const shown = JSON.stringify([text, Boolean(this.picture), offers])
    // An unchanged list is left alone, so that keyboard users keep their place.
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
 * Returns the answers of another pipeline, without the one that is already counted.
 *
 * @param {object} result @param {object} further
 * @returns {{cluster: number, count: number, example: object}[]} the most likely first
 */
export function othersThan(result, further) {
  const main = mainGroup(result)
  const counted = result.detections.filter(({ cluster, main: counts }) => cluster === main && counts)
  return answersOf(further).filter(({ cluster, count }) => {
    if (count === 0 || cluster === undefined) return false
    const found = further.detections.filter((one) => one.cluster === cluster)
    // Crumbs beside tarts, the trays they are on, or the berries on them: a tap counts those.
    if (!couldBeThings(found, counted)) return false
    if (!isSameNumber(count, counted.length)) return true
    const shared = counted.filter((one) => found.some((other) => isSameThing(one, other))).length
    return shared < SAME_THINGS * counted.length
  })
}

/** Returns the answers of a result; a single answer is shown by its most certain thing. */
function answersOf(result) {
  if (result.alternatives || result.count === 0) return result.alternatives ?? []
  const cluster = mainGroup(result)
  return [{ cluster, count: result.count, example: exampleOf(result, cluster) }]
}
