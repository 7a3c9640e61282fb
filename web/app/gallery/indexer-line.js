import { api } from '../api.js'
import { button } from '../buttons.js'
import { h } from '../dom.js'
import { fill, formatNumber } from '../format.js'
import { toast } from '../toast.js'
import { indexing as texts } from './texts.js'

/** Minimum interval between updates of the photos shown, in milliseconds: at first, and at last, each twice the one before. */
const RENEW = { first: 500, last: 4000 }
/** Interval at which the server is checked after events have stopped, in milliseconds. */
const ASK = 5000

/** The progress of the indexer, in one line, with a pause button. */
export class IndexerLine {
  #text = h('p', {})
  #bar = h('progress', { class: 'indexer-bar', max: 1, 'aria-label': texts.label })
  #pause = button(texts.pause, () => this.#wish({ paused: this.#progress?.pausedBecause !== 'user' }))
  #now = button(texts.now, () => this.#wish({ paused: false, now: true }))
  #progress
  #renewed = -RENEW.last
  #interval = RENEW.first
  #source

  /**
   * @param {() => void} changed called when there are more photos @param {AbortSignal} signal
   * @param {(reason: string | undefined) => void} troubled called with the reason why photos get no tags
   */
  constructor(changed, signal, troubled) {
    this.changed = changed
    this.troubled = troubled
    this.signal = signal
    this.element = h('div', { class: 'indexer', role: 'group', 'aria-label': texts.label, hidden: true },
      this.#text, this.#bar, this.#now, this.#pause)
  }

  /** Follows the events as long as there are any. @param {object} [now] the current state, if known */
  begin(now) {
    this.#source?.close()
    if (now) this.#show(now)
    else this.#progress = { phase: 'none', done: -1 }
    const source = this.#source = new EventSource(api.gallery.eventsURL)
    source.addEventListener('progress', ({ data }) => this.#show(JSON.parse(data)))
    // The stream ends if nothing is indexed; the browser would keep reconnecting.
    source.addEventListener('error', () => this.#ended(source))
    this.signal.addEventListener('abort', () => source.close(), { once: true })
  }

  /** Whether more photos may come. */
  get isAtWork() {
    return this.#progress !== undefined && !['idle', 'none'].includes(this.#progress.phase)
  }

  /** Whether it waits for something, or for someone. */
  get isHalted() {
    return Boolean(this.#progress?.pausedBecause)
  }

  #show(progress) {
    const before = this.#progress
    this.#progress = progress
    if (before?.trouble !== progress.trouble) this.troubled(progress.trouble)
    const isAtWork = progress.phase !== 'idle'
    this.element.hidden = !isAtWork && !progress.pausedBecause
    this.#text.textContent = this.#words(progress)
    this.#bar.hidden = progress.total === 0
    this.#bar.value = progress.total > 0 ? progress.done / progress.total : 0
    const isHalted = progress.pausedBecause === 'user'
    this.#pause.textContent = isHalted ? texts.resume : texts.pause
    // The user can override pauses for load and battery, but not for heat.
    this.#now.hidden = !['load', 'battery'].includes(progress.pausedBecause)
    this.#renew(before, progress)
  }

  /**
   * Handles the end of the stream. The server may be gone, now or later: then this says so, and everything continues
   * when it is back. A server that is stopping ends the stream first, and still answers for a moment.
   */
  async #ended(source) {
    source.close()
    const { connection } = api
    if (this.signal.aborted) return
    const isThere = await connection.check()
    if (this.signal.aborted || source !== this.#source) return
    if (isThere) setTimeout(() => this.#ended(source), ASK)
    else connection.addEventListener('found', () => this.begin(), { once: true, signal: this.signal })
  }

  #renew(before, { phase, done, pausedBecause }) {
    const isHalted = Boolean(pausedBecause)
    const turns = before && Boolean(before.pausedBecause) !== isHalted
    if (!before || (before.done === done && before.phase === phase && !turns)) return
    const now = performance.now()
    if (phase !== 'idle' && !turns && now - this.#renewed < this.#interval) return
    this.#renewed = now
    this.#interval = phase === 'idle' ? RENEW.first : Math.min(2 * this.#interval, RENEW.last)
    this.changed()
  }

  #words({ phase, done, total, failed, rate, secondsLeft, pausedBecause }) {
    if (pausedBecause) return texts.paused[pausedBecause] ?? texts.paused.load
    const parts = [texts.phases[phase] ?? texts.phases.reading]
    if (total > 0) parts.push(fill(texts.done, { done: formatNumber(done), total: formatNumber(total), share: Math.floor((100 * done) / total) }))
    if (rate > 0) parts.push(fill(texts.rate, { rate: formatNumber(Math.round(rate * 10) / 10) }))
    if (secondsLeft !== undefined && secondsLeft !== null) parts.push(timeLeft(secondsLeft))
    if (failed > 0) parts.push(fill(texts.failed, { count: failed }))
    return parts.join(' · ')
  }

  async #wish(wish) {
    try {
      await api.gallery.pace(wish)
      this.#show({ ...this.#progress, pausedBecause: wish.paused ? 'user' : null })
    } catch (error) {
      toast(api.sentence(error), { kind: 'problem' })
    }
  }
}

function timeLeft(seconds) {
  if (seconds < 60) return fill(texts.seconds, { count: Math.max(1, Math.round(seconds)) })
  if (seconds < 5400) return fill(texts.minutes, { count: Math.round(seconds / 60) })
  return fill(texts.hours, { count: Math.round(seconds / 3600) })
}
