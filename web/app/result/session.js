import { Emitter } from '../viewer/emitter.js'
import { agreed } from './merge.js'
import { Saver } from './saver.js'
import { waitingOf } from './waiting.js'

/**
 * A result that a person works on, step by step: each step can be undone, and done again. What one step leaves is a
 * moment, which is never changed in place. What is on the server follows by itself.
 *
 * Tells `change`, `saving` and `unsaved`.
 */
export class UndoSession extends Emitter {
  /**
   * @param {{photo?: string | null, entry?: object | null, audit?: object[]}} reading of the history, where it is kept
   * @param {object} moment how things stand at the beginning
   * @param {import('./saver.js').Kind} kind @param {(moment: object, result: object) => object} [adopt]
   */
  constructor({ photo, entry, audit }, moment, kind, adopt) {
    super()
    this.now = moment
    this.past = []
    this.future = []
    this.photo = photo ?? null
    this.saver = new Saver({
      kind, entry: entry ?? null, moment, known: audit?.length, tell: (name, detail) => this.emit(name, detail), adopt,
      result: () => this.result, join: (corrections, isAsked) => this.#join(corrections, isAsked),
    })
  }

  /** Takes up what was corrected while the server could not be reached, and the page was closed. */
  async takeWaiting() {
    const { entry, kind: { toServer, fromServer }, life } = this.saver
    const kept = entry && waitingOf(entry.id)
    if (!kept) return
    const { corrections } = await agreed({ entry, corrections: toServer(this.corrections) }, kept.base, kept.corrections)
    if (!life.signal.aborted) this.correct(fromServer(corrections))
  }

  /** Takes what somebody else has changed, too. The steps before that lead to what nobody wants any more. */
  #join(corrections, isAsked) {
    this.now = { ...this.now, corrections }
    this.past = []
    this.future = []
    this.shown(this.now)
    this.emit('change')
    if (!isAsked) this.emit('joined')
    return this.now
  }

  get corrections() {
    return this.now.corrections
  }

  /** @param {object} corrections with one more */
  correct(corrections) {
    this.go({ ...this.now, corrections })
  }

  /** Replaces the last correction, as while something is being dragged about. */
  amend(corrections) {
    this.show({ ...this.now, corrections })
  }

  /** A step. @param {object} moment how things stand after it */
  go(moment) {
    this.past.push(this.now)
    this.future = []
    this.show(moment)
  }

  /** Replaces the last step, as while something is being dragged about. */
  show(moment) {
    this.now = moment
    this.shown(moment)
    // Who hears of it and waits until it is saved must find that under way.
    this.saver.save(moment)
    this.emit('change')
  }

  /** Is there to be told before others are. */
  shown() {}

  /** @returns {boolean} whether there was anything to undo */
  undo() {
    return this.#step(this.past, this.future)
  }

  /** @returns {boolean} whether there was anything to do again */
  redo() {
    return this.#step(this.future, this.past)
  }

  /** What is being worked at is given up when a step is taken back. */
  abandon() {}

  /** @returns {Promise<boolean>} whether everything is on the server */
  saved() {
    return this.saver.saved()
  }

  /** A job that runs goes on without us; what is not saved yet still is. */
  close() {
    this.saver.close()
  }

  #step(from, to) {
    if (from.length === 0) return false
    this.abandon()
    to.push(this.now)
    this.show(from.pop())
    return true
  }
}
