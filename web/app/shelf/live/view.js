import { Problem } from '../../api/problem.js'
import { h } from '../../dom.js'
import { fill } from '../../format.js'
import { strings } from '../../strings.js'
import { BookList } from '../book-list.js'
import { booksOf } from '../books.js'
import { CodeList } from '../code-list.js'
import { none } from '../corrections.js'
import { Layers } from '../layers.js'
import { bookIdOf, bookMarks, codeMarks, textMarks } from '../marks.js'
import { AdviceLine } from './advice.js'
import { FRESH, FreshLayers } from './freshness.js'
import { Overlay } from './overlay.js'
import { Panel } from './panel.js'

const texts = strings.shelf.camera
/** Minimum time between updates of the list while books stay in view, in milliseconds. */
const CALM = 800
/** Time without an answer after which that is reported, in milliseconds. */
const SILENCE = 2500

/** The current view of the camera: outlines over it, advice, a list of the books, and a selected one. */
export class LiveView {
  /** The selected book. @type {number | null} */
  chosen = null
  /** Whether answers are expected. */
  isOn = false
  #fresh = new FreshLayers()
  #listed = { key: undefined, count: 0, at: 0 }
  #timers = []
  /** Why there has been no answer recently, in words. */
  #problem = ''
  /** Time of the last answer from the server. */
  #heard = 0

  /**
   * @param {HTMLElement} stage filled by the picture
   * @param {HTMLCanvasElement} frame the last one sent
   */
  constructor(stage, frame) {
    this.frame = frame
    this.layers = new Layers()
    this.advice = new AdviceLine()
    this.panel = new Panel({ close: () => this.choose(null) })
    this.list = new BookList({ show: (id) => this.choose(id), label: texts.list })
    this.codes = new CodeList((index) => this.overlay.select(`b${index}`))
    this.count = h('p', { class: 'live-count' }, texts.none)
    this.overlay = new Overlay(stage, { tap: (id) => this.choose(bookIdOf(id)) })
    this.layers.on('change', () => this.#refresh())
    this.#refresh()
  }

  /** @param {boolean} isSo whether titles are read, and texts found */
  hasTitles(isSo) {
    this.panel.hasTitles = isSo
    this.layers.offer('text', isSo)
  }

  /** Starts expecting answers. @param {boolean} isMirrored whether the picture is mirrored */
  begin(isMirrored) {
    this.overlay.isMirrored = isMirrored
    this.isOn = true
    this.#hear(true, performance.now())
  }

  /** Clears the view. */
  end() {
    this.isOn = false
    this.forget()
  }

  /** Drops all sightings: they belong to another stream, with different numbers. */
  forget() {
    this.#fresh.clear()
    this.choose(null)
    this.#refresh()
  }

  /** @param {object} shelf an answer of the server @param {number} at time of its frame, in milliseconds */
  take(shelf, at) {
    const hasNews = this.#fresh.take(shelf, at)
    this.#hear(hasNews, at)
    if (hasNews) this.#refresh()
  }

  /** A single frame without an answer does not matter; several are reported to the user. @param {Error} error */
  fail(error) {
    this.#problem = error instanceof Problem && error.status !== 404 ? error.sentence : ''
    this.#refresh()
  }

  /** @param {number | null} id of a book */
  choose(id) {
    this.chosen = id
    this.overlay.select(id === null ? null : `s${id}`)
    this.panel.choose(id !== null)
    this.list.follow(id)
    if (id !== null) this.#refresh()
  }

  /** Makes sure that without further answers, stale content disappears and the user is notified. */
  #hear(hasNews, at) {
    this.#heard = performance.now()
    this.#problem = ''
    if (!hasNews) return
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers = [at + FRESH - this.#heard, SILENCE].map((later) => setTimeout(() => this.#refresh(), later))
  }

  /** Shows the current state. */
  #refresh() {
    const { layers, overlay } = this
    const now = performance.now()
    const layer = (name) => (layers.shows(name) ? this.#fresh.list(name, now) : [])
    const books = booksOf({ spines: this.#fresh.list('spines', now) }, none)
    overlay.show(this.#fresh.size, [
      ...(layers.shows('spines') ? bookMarks(books) : []), ...codeMarks(layer('barcodes')),
    ], textMarks(layer('text')))
    const isSilent = this.isOn && now - this.#heard >= SILENCE
    this.advice.show(this.#fresh.guidance(now), isSilent ? this.#problem || texts.waiting : '')
    if (this.chosen !== null) {
      // The next frame may have been captured since, in another size.
      const scale = this.frame.width / (this.#fresh.size?.width ?? this.frame.width)
      this.panel.show(books.find(({ id }) => id === this.chosen), this.frame, scale, now)
    }
    this.#tell(books, this.#fresh.list('barcodes', now), now)
  }

  /** Updates the list, which is for reading: when books come and go, and otherwise not too often. */
  #tell(books, barcodes, now) {
    const key = JSON.stringify([
      books.map(({ id, row, place, text, isbn }) => [id, row, place, text, isbn]), barcodes.map(({ value }) => value),
    ])
    const hasChanged = key !== this.#listed.key
    const isCalm = books.length > 0 && this.#listed.count > 0 && now - this.#listed.at < CALM
    if (!hasChanged || isCalm) return
    this.#listed = { key, count: books.length, at: now }
    this.count.textContent = books.length === 0 ? texts.none : fill(texts.books, { count: books.length })
    this.list.fill(books, this.chosen)
    this.codes.fill(barcodes)
  }

  close() {
    for (const timer of this.#timers) clearTimeout(timer)
    this.advice.close()
    this.overlay.close()
  }
}
