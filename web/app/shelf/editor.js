import { announce } from '../announce.js'
import { fill } from '../format.js'
import { boxAround, inside } from '../result/boxes.js'
import { strings } from '../strings.js'
import { cornersOf } from '../viewer/marks.js'
import { tally } from './books.js'
import { adding, confirming, moving, removing, restoring, typing } from './corrections.js'
import { bookIdOf } from './marks.js'

const texts = strings.shelf.result

/** Applies buttons, keys, taps and drawing to the books of a shelf. */
export class Editor {
  /** The book whose outline can be changed. @type {number | null} */
  adjusted = null
  /** The book whose outline was changed last: continuing belongs to the same undo step. */
  #touched = null

  /**
   * @param {import('./session.js').ShelfSession} session @param {import('../viewer/viewer.js').PhotoViewer} viewer
   * @param {() => void} changed called when another outline becomes editable
   */
  constructor(session, viewer, changed) {
    Object.assign(this, { session, viewer, changed })
    viewer.on('box', (box) => this.add(box))
    viewer.on('tap', ({ x, y, id }) => { if (viewer.mode === 'add' && id === null) this.addAt(x, y) })
    viewer.on('change', ({ id, quad }) => this.move(bookIdOf(id), quad))
  }

  /** @param {string | null} text null restores the text that was read */
  type(id, text) {
    const book = this.session.book(id)
    const typed = text?.trim().replace(/\s+/g, ' ') ?? null
    if (!book || (typed !== null && typed === (book.text ?? ''))) return
    this.#correct(typing(this.session.corrections, id, typed))
  }

  confirm(id, isRight) {
    this.#correct(confirming(this.session.corrections, id, isRight), isRight ? texts.confirmed : undefined)
  }

  remove(id) {
    if (this.adjusted === id) this.adjusted = null
    this.#correct(removing(this.session.corrections, id), texts.removed)
  }

  restore(id) {
    this.#correct(restoring(this.session.corrections, id), texts.restored)
  }

  /** @param {number | null} id of the book whose outline becomes editable */
  adjust(id) {
    this.adjusted = id
    this.#touched = null
    this.changed()
    if (id !== null) this.viewer.focus()
  }

  move(id, quad) {
    const next = moving(this.session.corrections, id, quad)
    if (this.#touched === id) return this.session.amend(next)
    this.session.correct(next)
    this.#touched = id
  }

  /** Adds a missed book, as large as its neighbors. */
  addAt(x, y) {
    const boxes = this.session.books.filter(({ isRemoved }) => !isRemoved).map(({ quad }) => boundsOf(quad))
    this.add(boxAround(x, y, boxes, this.session.result))
  }

  /** @param {{x: number, y: number, width: number, height: number}} box in pixels of the photo */
  add(box) {
    const part = inside(box, this.session.result)
    if (!part) return
    const id = this.session.nextId
    this.#correct(adding(this.session.corrections, id, cornersOf(part)), texts.added)
    this.viewer.select(`s${id}`)
  }

  #correct(corrections, words) {
    this.#touched = null
    this.session.correct(corrections)
    if (words) announce(fill(words, tally(this.session.books)))
  }
}

function boundsOf(quad) {
  const [xs, ys] = [quad.map(([x]) => x), quad.map(([, y]) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}
