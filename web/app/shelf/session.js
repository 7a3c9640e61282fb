import { Saver } from '../correcting/saver.js'
import { UndoSession } from '../correcting/session.js'
import { booksOf } from './books.js'
import { isEmpty, toServer } from './corrections.js'

/**
 * One photo of a shelf that has been read, and what a person corrects. Each correction shows at once, can be undone,
 * and follows to the server by itself.
 *
 * Tells `change`, `saving` and `unsaved`.
 */
export class ShelfSession extends UndoSession {
  /**
   * @param {import('../api.js').api} api
   * @param {{photo: string | null, entry: object | null, result: object, corrections: object}} start
   */
  constructor(api, { photo, entry, result, corrections }) {
    super({ corrections })
    this.photo = photo
    this.result = result
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
    this.go({ corrections })
  }

  /** Replaces the last correction, as while an outline is being dragged about. */
  amend(corrections) {
    this.show({ corrections })
  }

  shown() {
    this.#count()
  }

  #count() {
    this.books = booksOf(this.result, this.corrections)
  }
}
