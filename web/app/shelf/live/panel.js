import { iconButton } from '../../buttons.js'
import { h } from '../../dom.js'
import { fill } from '../../format.js'
import { strings } from '../../strings.js'
import { cropOf } from '../crop.js'
import { cropLabel, placeOf, spineSure, textOf, textSure } from '../descriptions.js'

const texts = strings.shelf.camera
/** Minimum time between crops of a spine, in milliseconds. */
const PAUSE = 600

/** The selected book of the live view, magnified. */
export class Panel {
  /** Whether titles are read at all. */
  hasTitles = true
  #cut = -Infinity

  /** @param {{close: () => void}} actions */
  constructor({ close }) {
    this.title = h('h2', {})
    this.picture = h('div', { class: 'spine-near' })
    this.text = h('p', { class: 'live-text' })
    this.note = h('p', { class: 'hint' })
    this.element = h('section', { class: 'card inspector', 'aria-label': texts.panel, hidden: true },
      h('div', { class: 'inspector-head' }, this.title, iconButton('close', strings.shelf.inspector.close, close)),
      this.picture, this.text, this.note)
  }

  /** Handles a change of the selection. @param {boolean} isChosen */
  choose(isChosen) {
    this.#cut = -Infinity
    this.element.hidden = !isChosen
    this.picture.replaceChildren()
  }

  /**
   * @param {import('../books.js').Book | undefined} book undefined if it is not in view
   * @param {HTMLCanvasElement} frame close to the one in which it was seen
   * @param {number} scale pixels of the frame per unit of the book's outline
   * @param {number} now in milliseconds
   */
  show(book, frame, scale, now) {
    this.note.textContent = book ? wordsOf(book) : texts.away
    if (!book) return
    this.title.textContent = fill(strings.shelf.inspector.book, placeOf(book))
    this.text.textContent = book.reading !== 'unread' ? textOf(book) : this.hasTitles ? texts.reading : strings.here.noTitles
    if (now - this.#cut < PAUSE) return
    this.#cut = now
    this.picture.replaceChildren(cropOf(frame, scale, book.quad, { label: cropLabel(book.text), isTurned: book.readsUpward }))
  }
}

function wordsOf({ reading, textConfidence, confidence, isbn }) {
  const { readings, inspector } = strings.shelf
  const isRead = reading === 'read' || reading === 'unsure'
  return [
    isRead ? textSure(textConfidence) : reading !== 'unread' && readings[reading], spineSure(confidence),
    isbn && `${inspector.isbn} ${isbn}`,
  ].filter(Boolean).join(' · ')
}
