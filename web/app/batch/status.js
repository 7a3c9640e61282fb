import { announce } from '../announce.js'
import { rangeWords } from '../count/doubts.js'
import { h } from '../dom.js'
import { fill, formatNumber } from '../format.js'
import { strings } from '../strings.js'

const texts = strings.batch
/** Number of times that progress is announced. */
const STEPS = 10

/** The progress, and the sum so far. */
export class BatchStatus {
  #said = 0
  #wasBusy = false

  /** @param {import('./queue.js').BatchQueue} queue */
  constructor(queue) {
    this.queue = queue
    this.bar = h('progress', { class: 'batch-bar', max: '1', value: 0, 'aria-label': texts.bar })
    this.line = h('p', { class: 'batch-status' })
    this.sum = h('p', { class: 'batch-sum' })
    this.element = h('div', { class: 'batch-figures' }, this.sum, this.line, this.bar)
    this.#said = this.#step
    this.update()
  }

  get #step() {
    const { done, failed, all } = this.queue.totals
    return Math.floor(STEPS * (done + failed) / all)
  }

  update() {
    const { queue } = this
    const { totals, isBusy } = queue
    this.bar.value = (totals.done + totals.failed) / Math.max(totals.all, 1)
    this.bar.hidden = !isBusy
    this.line.textContent = this.#words(totals)
    this.sum.replaceChildren(...this.#sum(totals))
    this.#say(totals)
  }

  #words(totals) {
    const { done, failed, lost, all } = totals
    const { status } = texts
    const rest = this.queue.isStopped ? fill(status.stopped, totals) : fill(done === all ? status.all : status.end, { done, count: all })
    const failures = failed > 0 ? fill(texts.said.failed, { count: failed }) : ''
    return [`${this.queue.isBusy ? fill(status.busy, totals) : rest}${failures}.`, lost > 0 && fill(status.lost, { count: lost })].filter(Boolean).join(' ')
  }

  #sum({ count, low, high, done }) {
    if (done === 0) return []
    const { page } = this.queue
    const figure = [h('span', { class: 'batch-number' }, formatNumber(count)), ' ', fill(texts.sum[page], { count })]
    const range = low === high ? '' : rangeWords({ count, low, high }) || texts.uncertain
    return page === 'count' ? [...figure, ' ', h('span', { class: 'hint' }, range)] : figure
  }

  /** Does not announce every photo: that would drown out everything else. */
  #say(totals) {
    const { isBusy } = this.queue
    const step = this.#step
    if (isBusy && step !== this.#said && step < STEPS) announce(saidOf(texts.said.busy, totals))
    else if (this.#wasBusy && !isBusy) announce(saidOf(texts.said.end, totals))
    this.#said = step
    this.#wasBusy = isBusy
  }
}

function saidOf(text, { done, all, failed, count }) {
  return fill(text, { done, count: all, total: count, failed: failed ? fill(texts.said.failed, { count: failed }) : '' })
}
