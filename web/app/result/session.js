import { Emitter } from '../viewer/emitter.js'
import { agreed } from './merge.js'
import { Saver } from './saver.js'
import { waitingOf } from './waiting.js'

/**
 * A result that the user edits step by step: each step can be undone and redone. The state after a step is a moment,
 * which is never changed in place. The server is updated automatically.
 *
 * Emits `change`, `saving` and `unsaved`.
 */
export class UndoSession extends Emitter {
  /**
   * @param {{photo?: string | null, entry?: object | null, audit?: object[]}} reading from the history, if it is stored
   *   there
   * @param {object} moment the initial state
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

  /** Restores corrections made while the server was unreachable, before the page was closed. */
  async takeWaiting() {
    const { entry, kind: { toServer, fromServer }, life } = this.saver
    const kept = entry && waitingOf(entry.id)
    if (!kept) return
    const { corrections } = await agreed({ entry, corrections: toServer(this.corrections) }, kept.base, kept.corrections)
    if (!life.signal.aborted) this.correct(fromServer(corrections))
  }

  /** Merges the changes of others. Earlier steps are dropped, because they lead to outdated states. */
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

  /** @param {object} corrections including the new one */
  correct(corrections) {
    this.go({ ...this.now, corrections })
  }

  /** Replaces the last correction, for example during a drag. */
  amend(corrections) {
    this.show({ ...this.now, corrections })
  }

  /** Adds a step. @param {object} moment the state after it */
  go(moment) {
    this.past.push(this.now)
    this.future = []
    this.show(moment)
  }

  /** Replaces the last step, for example during a drag. */
  show(moment) {
    this.now = moment
    this.shown(moment)
    // Listeners that wait for saving must find it already under way.
    this.saver.save(moment)
    this.emit('change')
  }

  /** Called before listeners are notified; for subclasses. */
  shown() {}

  /** @returns {boolean} whether there was anything to undo */
  undo() {
    return this.#step(this.past, this.future)
  }

  /** @returns {boolean} whether there was anything to redo */
  redo() {
    return this.#step(this.future, this.past)
  }

  /** Cancels work in progress when a step is undone; for subclasses. */
  abandon() {}

  /** @returns {Promise<boolean>} whether everything is on the server */
  saved() {
    return this.saver.saved()
  }

  /** Closes the session: a running job continues, and unsaved changes are still saved. */
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
