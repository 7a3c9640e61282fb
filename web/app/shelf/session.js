import { UndoSession } from '../result/session.js'
import { booksOf } from './books.js'
import { fromServer, isEmpty, toServer } from './corrections.js'

/**
 * One photo of a shelf with the user's corrections. Each correction shows immediately, can be undone, and is sent to
 * the server automatically.
 */
export class ShelfSession extends UndoSession {
  kind = 'shelf'
  /** @type {import('./books.js').Book[]} with the corrections */
  books = []

  /**
   * @param {{result: object, photo?: string | null, entry?: object | null, corrections?: object}} reading as the server
   *   stores it
   */
  constructor(reading) {
    super(reading, { corrections: fromServer(reading.corrections) }, { isEmpty, toServer, fromServer })
    this.result = reading.result
    this.shown()
    this.takeWaiting()
  }

  /** @param {number | null} id @returns {import('./books.js').Book | undefined} */
  book(id) {
    return this.books.find((book) => book.id === id)
  }

  /** The ID for an added book: above all earlier ones, including those that can be restored by undo. */
  get nextId() {
    const moments = [...this.past, this.now, ...this.future]
    const ids = [...this.result.spines, ...moments.flatMap(({ corrections }) => corrections.added)].map(({ id }) => id)
    return 1 + Math.max(0, ...ids)
  }

  shown() {
    this.books = booksOf(this.result, this.corrections)
  }
}
