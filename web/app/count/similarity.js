import { button } from '../buttons.js'
import { h, uniqueId } from '../dom.js'
import { formatPercent } from '../format.js'
import { strings } from '../strings.js'
import { foldedCard } from './fold.js'

const texts = strings.count.similarity
/** Delay after the last move of the slider before recounting, in milliseconds. */
const PAUSE = 120
const LIMITS = { min: 0.6, max: 0.95, step: 0.01 }
/** Position of the slider while Espy chooses. */
const MIDDLE = 0.8

/** How similar things of one kind must look; the count updates while the slider is moved. */
export class SimilaritySlider {
  /** @param {import('./session.js').CountSession} session @param {(similarity: number | null) => void} change */
  constructor(session, change) {
    this.session = session
    const id = uniqueId('similarity')
    this.value = h('output', { for: id, class: 'similarity-value' })
    this.input = h('input', {
      type: 'range', class: 'range', id, 'aria-label': texts.title, ...LIMITS, value: MIDDLE, oninput: () => this.moved(change),
    })
    this.reset = button(texts.reset, () => {
      clearTimeout(this.timer)
      change(null)
    })
    this.element = foldedCard('similarity', [h('h2', {}, texts.title), this.value],
      h('p', { class: 'hint' }, texts.hint), this.input,
      h('div', { class: 'similarity-ends hint', 'aria-hidden': 'true' },
        h('span', {}, texts.less), h('span', {}, texts.more)),
      this.reset)
  }

  moved(change) {
    this.tell(Number(this.input.value))
    clearTimeout(this.timer)
    this.timer = setTimeout(() => change(Number(this.input.value)), PAUSE)
  }

  update() {
    // If all detections have an order, the strip moves the border instead.
    this.element.hidden = !this.session.photo || Boolean(this.session.result.candidates)
    const similarity = this.session.result.parameters.similarity
    if (document.activeElement !== this.input || similarity === undefined) this.input.value = similarity ?? MIDDLE
    this.tell(similarity)
  }

  tell(similarity) {
    const text = typeof similarity === 'number' ? formatPercent(similarity) : texts.automatic
    this.value.textContent = text
    this.input.setAttribute('aria-valuetext', text)
    this.reset.hidden = typeof similarity !== 'number'
  }
}
