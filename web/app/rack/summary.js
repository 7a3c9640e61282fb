import { h } from '../dom.js'
import { fill, formatNumber } from '../format.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'
import { summaryText, warningText } from './descriptions.js'

const texts = strings.rack
/** Maximum number of wells named; the key and the button step through the rest. */
const MOST = 12

/** The result in one sentence, and what to check. */
export class Summary {
  /** The sentence and its sign, above the box, with a button that leads to what to check below it. */
  banner
  #sentence = h('p', { class: 'rack-sentence' })
  #sign = h('span', { class: 'rack-sign' })
  #verdict = h('p', { class: 'rack-verdict' })
  #list = h('ul', { class: 'warnings' })
  #notes = h('div', { class: 'rack-notes' })
  #toCheck = h('button', { class: 'button-plain rack-check', type: 'button', onclick: () => (this.#hasWells ? this.actions.check() : this.#reveal()) })
  #hasWells = false

  /**
   * @param {{next: () => void, check: () => void, show: (id: string) => void}} actions
   * @param {HTMLElement[]} ways to other views of the box
   */
  constructor(actions, ways) {
    this.actions = actions
    this.banner = h('div', { class: 'rack-banner' }, this.#sign, this.#sentence, this.#toCheck)
    this.element = h('section', { class: 'rack-summary', tabindex: -1 }, this.#verdict, this.#list, this.#notes, ways)
  }

  /** @param {import('./box.js').Box} box */
  show(box) {
    const { warnings, isComplete, tally, toCheck } = box
    // The button steps first through wells that should have a value.
    const nextKind = tally.unread > 0 ? 'unread' : 'uncoded'
    for (const each of [this.element, this.banner]) each.classList.toggle('is-complete', isComplete)
    this.#sign.replaceChildren(icon(isComplete ? 'check' : 'warning'))
    this.#sentence.textContent = summaryText(box)
    this.#verdict.textContent = verdictOf(box)
    this.#toCheck.hidden = warnings.length === 0
    this.#hasWells = toCheck.length > 0
    // A warning about the whole photo has no well that the button could lead to.
    this.#toCheck.textContent = this.#hasWells
      ? fill(texts.summary.toCheck, { count: formatNumber(toCheck.length) }) : fill(texts.summary.notes, { count: warnings.length })
    this.#verdict.hidden = !isComplete && warnings.length === 0
    this.#list.hidden = warnings.length === 0
    this.#list.replaceChildren(...warnings.map((warning) => this.#warning(warning, nextKind, box)))
  }

  /** Shows notes that do not depend on the values typed in. @param {string[]} notes */
  note(notes) {
    this.#notes.replaceChildren(...notes.map((text) => h('p', { class: 'rack-note' }, icon('info'), h('span', {}, text))))
  }

  #reveal() {
    this.element.focus({ preventScroll: true })
    this.element.scrollIntoView({ block: 'nearest' })
  }

  #warning(warning, nextKind, box) {
    const { kind, wells, outside } = warning
    const button = (label, title, run) => h('button', { class: 'well-link', type: 'button', 'aria-label': title, onclick: run }, label)
    const rest = wells.length - MOST
    return h('li', {}, h('span', {}, warningText(warning)), (wells.length > 0 || outside) && h('span', { class: 'well-links' },
      outside && button(texts.warnings.showOutside, fill(texts.warnings.show, { well: warning.value }), () => this.actions.show(outside)),
      wells.slice(0, MOST).map((id) => button(box.nameOf(id), fill(texts.warnings.show, { well: box.nameOf(id) }), () => this.actions.show(id))),
      rest > 0 && h('span', {}, fill(texts.summary.more, { count: rest })),
      kind === nextKind && wells.length > 1 && button(texts.summary.next, texts.summary.nextLong, this.actions.next)))
  }
}

function verdictOf({ isComplete, tally }) {
  if (!isComplete) return texts.summary.check
  return tally.uncoded > 0 ? texts.summary.look : texts.summary.complete
}
