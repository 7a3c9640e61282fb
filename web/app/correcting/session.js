import { Emitter } from '../viewer/emitter.js'

/**
 * Something that a person works on, step by step: each step can be undone, and done again. What one step leaves is a
 * moment, which is never changed in place.
 *
 * Tells `change`.
 */
export class UndoSession extends Emitter {
  /** @param {object} moment how things stand at the beginning */
  constructor(moment) {
    super()
    this.now = moment
    this.past = []
    this.future = []
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
    this.emit('change')
    this.saver.save(moment)
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
