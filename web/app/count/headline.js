import { button, iconButton } from '../buttons.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { icon } from '../icons.js'
import { keptNote } from '../result/kept-note.js'
import { otherJobs } from '../result/nothing-found.js'
import { recipeChips } from '../recipes/chooser.js'
import { strings } from '../strings.js'
import { adviceFor } from './advice.js'
import { openDoubts, rangeWords } from './doubts.js'
import { sumOf } from './groups.js'
import { wordFor } from './names.js'

const texts = strings.count.result

/** The number, in large type; its range if that differs; warnings; and whether it is saved. */
export class Headline {
  /** @param {import('./session.js').CountSession} session @param {{name: () => void, check: () => void, soften: () => void, again: () => void, hasChoice: () => boolean, dropRecipe: (name: string) => void}} actions */
  constructor(session, actions) {
    this.session = session
    this.actions = actions
    this.number = h('output', { class: 'count-number' })
    this.unit = h('span', { class: 'count-unit' })
    this.recipes = h('div', { class: 'count-recipes' })
    this.name = iconButton('edit', '', actions.name)
    this.range = h('p', { class: 'count-range' })
    this.check = button('', actions.check, 'count-check')
    this.corrected = h('span', { class: 'count-corrected', hidden: true }, texts.corrected)
    this.note = h('p', { class: 'hint count-note' }, keptNote(session), this.corrected)
    this.advice = h('div', { class: 'count-advice' })
    this.element = h('div', { class: 'count-headline' },
      h('p', { class: 'count-figure' }, this.number, h('span', { class: 'count-what' }, this.unit, this.name)), this.range, this.recipes, this.note)
  }

  update() {
    const { tally, result, isCorrected } = this.session
    const { count, low, high } = tally
    this.number.textContent = String(count)
    this.unit.textContent = wordFor(this.session, count)
    this.name.hidden = !this.session.saver.entry
    this.name.ariaLabel = this.name.title = fill(strings.count.naming.button, { name: this.unit.textContent })
    // Each takes one line in any case, so that the photo below does not move under the finger.
    const advice = adviceFor(result, count, { ...strings.count.advice, recipe: strings.recipes }, this.way)
    // Neither range nor doubts know of things that the photo hides.
    const isExact = low === high && advice.length === 0 && !result.warnings.includes('damagedPhoto')
    const open = openDoubts(result, this.session.corrections).length
    const range = rangeWords(tally) || texts.unsure
    this.check.textContent = fill(texts.check, { range, count: open })
    const spread = open > 0 ? this.check : range
    const line = sumOf(result, this.session.corrections, count) || (count === 0 && low === high ? '' : isExact ? texts.exact : spread)
    // It may have the focus.
    if (line !== this.check || !this.check.isConnected) this.range.replaceChildren(line)
    this.corrected.hidden = !isCorrected
    const { photo, now: { order: { recipes } } } = this.session
    const shown = recipes.join('\n')
    if (shown !== this.shown) this.recipes.replaceChildren(...recipeChips(recipes, photo && this.actions.dropRecipe))
    this.shown = shown
    this.advise(advice)
  }

  /** How to choose among several ways to count. */
  get way() {
    const { choose, show } = strings.count.advice
    return this.actions.hasChoice() ? choose : this.session.photo ? show : ''
  }

  advise(lines) {
    const key = JSON.stringify(lines)
    if (key === this.advised) return
    this.advised = key
    this.advice.replaceChildren(...lines.map((line) => h('div', { class: 'count-advice-line' },
      icon(line.kind === 'nothing' ? 'info' : 'warning'),
      h('div', {}, line.title && h('p', { class: 'count-advice-title' }, line.title), h('p', {}, line.text),
        this.remedies(line)))))
  }

  remedies({ kind }) {
    const canSoften = kind === 'nothing' && this.session.photo && !(this.session.result.parameters.confidence <= 0.001)
    const again = ['nothing', 'dark'].includes(kind)
    if (!canSoften && !again) return null
    return h('div', { class: 'count-remedies' },
      canSoften && button(strings.count.advice.softer, this.actions.soften),
      again && button(strings.count.advice.again, this.actions.again), kind === 'nothing' && otherJobs('count', this.session.photo))
  }
}
