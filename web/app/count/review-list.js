import { button } from '../buttons.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { counts } from './corrections.js'
import { reasonsOf } from './doubt-reasons.js'
import { openDoubts } from './doubts.js'

const texts = strings.count.review

/** Steps through the doubtful things, the most doubtful first. */
export class ReviewList {
  /**
   * @param {import('./session.js').CountSession} session
   * @param {{show: (id: string) => void, resolve: (id: string, counts: boolean) => void}} actions
   */
  constructor(session, actions) {
    this.session = session
    this.actions = actions
    this.current = null
    this.title = h('h2', {})
    this.question = h('p', { class: 'review-question', role: 'status' })
    this.answers = h('div', { class: 'review-answers' },
      button(texts.yes, () => this.answer(true)), button(texts.no, () => this.answer(false)))
    this.ways = h('div', { class: 'review-ways' },
      button(texts.previous, () => this.go(-1)), button(texts.next, () => this.go(1)))
    this.element = h('section', { class: 'card review-list', hidden: true },
      this.title, this.question, this.answers, this.ways)
  }

  /** @returns {number[]} indices of doubtful things, the most doubtful first */
  get open() {
    return openDoubts(this.session.result, this.session.corrections)
  }

  update() {
    const { open } = this
    this.element.hidden = open.length === 0 && this.current === null
    this.title.hidden = open.length === 0
    this.title.textContent = fill(texts.title, { count: open.length })
    if (!open.includes(this.current)) this.current = null
    this.answers.hidden = this.current === null
    this.ways.hidden = open.length === 0
    this.question.textContent = this.current === null ? '' : this.ask(open)
  }

  ask(open) {
    const { result, corrections } = this.session
    const why = reasonsOf(result, this.current).map((reason) => strings.count.reasons[reason]).join(', ')
    const state = counts(result, corrections, this.current) ? texts.counted : texts.notCounted
    return [fill(texts.at, { position: open.indexOf(this.current) + 1, count: open.length }), why, state].filter(Boolean).join(' · ')
  }

  /** @param {1 | -1} step @returns {boolean} whether there was another one */
  go(step) {
    const { open } = this
    if (open.length === 0) return false
    const at = open.indexOf(this.current)
    const next = at < 0 && step < 0 ? open.length - 1 : (at + step + open.length) % open.length
    this.current = open[next]
    this.update()
    this.actions.show(`d${this.current}`)
    return true
  }

  /** Settles the current one, and moves to the next. */
  answer(isIn) {
    const at = this.open.indexOf(this.current)
    this.actions.resolve(`d${this.current}`, isIn)
    const left = this.open
    if (left.length === 0) {
      this.question.textContent = texts.done
      return
    }
    this.current = left[Math.min(at, left.length - 1)]
    this.update()
    this.actions.show(`d${this.current}`)
  }

  /** Makes a thing selected elsewhere the current one. */
  follow(index) {
    if (index === this.current) return
    this.current = this.open.includes(index) ? index : null
    this.update()
  }
}
