import { h } from '../dom.js'
import { strings } from '../strings.js'
import { kindStyle } from '../viewer/mark-styles.js'
import { counts } from './corrections.js'
import { cropOf } from './crop.js'
import { exampleOf } from './groups.js'
import { sampleOf } from './look.js'

const texts = strings.count.kinds

/** What several recipes have counted: a line for each kind, with one of its things. */
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
    const numbers = numbersOf(result, corrections)
    this.rows.replaceChildren(...result.recipes.map(({ name, things }, kind) => h('li', {},
      sampleOf(kindStyle(kind)), cropOf(this.picture, result, exampleOf(result, kind)),
      h('span', { class: 'kind-number' }, String(numbers[kind])), h('span', {}, numbers[kind] === 1 ? things.one : things.several),
      name !== things.several && h('span', { class: 'hint' }, name))))
  }
}

/** How many count of each kind; what was added is of the kind of the nearest thing that was counted, as for the server. */
export function numbersOf(result, corrections) {
  const numbers = result.recipes.map(() => 0)
  result.detections.forEach(({ cluster }, place) => { if (counts(result, corrections, place)) numbers[cluster] += 1 })
  for (const box of corrections.added) {
    const nearest = nearestTo(box, result.detections.filter(({ main }) => main))
    if (nearest) numbers[nearest.cluster] += 1
  }
  return numbers
}

function nearestTo(box, detections) {
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2]
  const [across, down] = middle(box)
  const far = (one) => Math.hypot(middle(one)[0] - across, middle(one)[1] - down)
  return detections.reduce((best, one) => (best && far(best) <= far(one) ? best : one), undefined)
}
