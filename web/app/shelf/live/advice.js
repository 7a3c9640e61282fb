import { announce } from '../../announce.js'
import { h } from '../../dom.js'
import { fill } from '../../format.js'
import { strings } from '../../strings.js'

const texts = strings.shelf.guidance
/** Minimum time between announcements for screen readers, in milliseconds. */
const CALM = 2000

/**
 * Returns the advice for the camera and its cause, in one line.
 *
 * @param {{advice: string, cause: string, value: number}} guidance
 */
export function adviceText({ advice, cause, value }) {
  // If a number helps, it comes after the cause.
  const measured = texts.measured[cause] ? fill(texts.measured[cause], { value: cause === 'distance' ? Math.max(1, Math.round(value)) : Math.round(value) }) : ''
  const [why, what] = [`${texts.cause[cause] ?? ''}${measured}`, texts.advice[advice] ?? advice]
  return why ? fill(texts.line, { why, advice: what }) : `${what}.`
}

/** The line of advice below the picture. It is announced only when the advice changes, and not too often. */
export class AdviceLine {
  #said = ''
  #saidAt = -Infinity
  #timer = 0

  constructor() {
    // Spoken only by the announcer: numbers in it change all the time.
    this.text = h('span', {})
    this.element = h('p', { class: 'live-advice is-empty' }, this.text)
  }

  /** @param {object | undefined} guidance @param {string} [instead] shown if there is no guidance */
  show(guidance, instead = '') {
    const text = guidance ? adviceText(guidance) : instead
    this.element.classList.toggle('is-empty', text === '')
    this.element.classList.toggle('is-good', guidance?.advice === 'spineDetected')
    if (this.text.textContent !== text) this.text.textContent = text
    this.#say(guidance ? `${guidance.advice} ${guidance.cause}` : instead, text)
  }

  #say(key, text) {
    clearTimeout(this.#timer)
    if (key === '' || key === this.#said) return
    const rest = this.#saidAt + CALM - performance.now()
    if (rest > 0) {
      this.#timer = setTimeout(() => this.#say(key, text), rest)
      return
    }
    this.#said = key
    this.#saidAt = performance.now()
    announce(text)
  }

  close() {
    clearTimeout(this.#timer)
  }
}
