import { Saver } from '../correcting/saver.js'
import { Emitter } from '../viewer/emitter.js'
import { booksOf } from './books.js'
import { isEmpty, toServer } from './corrections.js'

/**
 * One photo of a shelf that has been read, and what a person corrects. Each correction shows at once, can be undone,
 * and follows to the server by itself.
 *
 * Tells `change`, `saving` and `unsaved`.
 */
export class ShelfSession extends Emitter {
  /**
   * @param {import('../api.js').api} api
   * @param {{photo: string | null, entry: object | null, result: object, corrections: object}} start
   */
  constructor(api, { photo, entry, result, corrections }) {
    super()
    this.photo = photo
    this.result = result
    this.now = { corrections }
    this.past = []
    this.future = []
    this.saver = new Saver(api, {
      kind: { isEmpty, toServer }, entry, moment: this.now, tell: (name, detail) => this.emit(name, detail),
    })
    this.#count()
  }

  get corrections() {
    return this.now.corrections
  }

  /** @type {import('./books.js').Book[]} with the corrections */
  books = []

  /** @param {number | null} id @returns {import('./books.js').Book | undefined} */
  book(id) {
    return this.books.find((book) => book.id === id)
  }

  /** For a book that is added: above all that there ever were, also those that can be brought back. */
  get nextId() {
    const moments = [...this.past, this.now, ...this.future]
    const ids = [...this.result.spines, ...moments.flatMap(({ corrections }) => corrections.added)].map(({ id }) => id)
    return 1 + Math.max(0, ...ids)
  }

  /** @param {import('./corrections.js').Corrections} corrections */
  correct(corrections) {
    this.past.push(this.now)
    this.future = []
    this.#go({ corrections })
  }

  /** Replaces the last correction, as while an outline is being dragged about. */
  amend(corrections) {
    this.#go({ corrections })
  }

  undo() {
    return this.#step(this.past, this.future)
  }

  redo() {
    return this.#step(this.future, this.past)
  }

  /** @returns {Promise<boolean>} whether everything is on the server */
  saved() {
    return this.saver.saved()
  }

  close() {
    this.saver.close()
  }

  #step(from, to) {
    if (from.length === 0) return false
    to.push(this.now)
    this.#go(from.pop())
    return true
  }

  #go(moment) {
    this.now = moment
    this.#count()
    this.emit('change')
    this.saver.save(moment)
  }

  #count() {
    this.books = booksOf(this.result, this.corrections)
  }
}
