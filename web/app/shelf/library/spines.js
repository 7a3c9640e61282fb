import { h } from '../../dom.js'
import { findEntry } from '../../history/find.js'
import { icon } from '../../icons.js'
import { pictureForCrops } from '../../result/photo.js'
import { booksOf } from '../books.js'
import { fromServer } from '../corrections.js'
import { cropOf } from '../crop.js'

/** Longer side of a picture in the list, and of the photos that they are cut out of, in pixels. */
const LONGEST = 400
const SIDE = 2048
/** Distance below and above what is visible within which pictures are made. */
const NEAR = '400px'

/**
 * The pictures of spines in a list of books, each cut out of the photo that shows the book now. Pictures are made when
 * their lines come near, all of one photo together, and one photo after the other, because photos are large.
 */
export class Spines {
  /** Pictures by entry and spine; null if the photo is no longer stored. @type {Map<string, HTMLCanvasElement | null>} */
  #made = new Map()
  /** Empty places of the list, with the sighting that belongs into each. @type {Map<HTMLElement, {entry: string, spine: number}>} */
  #empty = new Map()
  /** Entries of the places that came near. @type {Set<string>} */
  #wanted = new Set()
  #isAtWork = false

  /** @param {AbortSignal} signal aborts with the page */
  constructor(signal) {
    this.signal = signal
    this.watch = new IntersectionObserver((changes) => this.#near(changes.filter(({ isIntersecting }) => isIntersecting)), { rootMargin: NEAR })
    signal.addEventListener('abort', () => this.watch.disconnect(), { once: true })
  }

  /** Forgets the places of a list that is replaced; pictures stay. */
  clear() {
    this.watch.disconnect()
    this.#empty.clear()
    this.#wanted.clear()
  }

  /** Returns the place for the picture of a book. @param {{places: {entry: string, spine: number}[]}} book */
  place({ places: [at] }) {
    // The line has the book's name.
    const place = h('span', { class: 'library-spine', 'aria-hidden': 'true' })
    if (this.#made.has(keyOf(at))) this.#fill(place, at)
    else {
      this.#empty.set(place, at)
      this.watch.observe(place)
    }
    return place
  }

  #near(changes) {
    for (const { target } of changes) if (this.#empty.has(target)) this.#wanted.add(this.#empty.get(target).entry)
    this.#work()
  }

  async #work() {
    if (this.#isAtWork) return
    this.#isAtWork = true
    try {
      for (const entry of this.#wanted) {
        this.#wanted.delete(entry)
        await this.#make(entry)
        if (this.signal.aborted) return
      }
    } finally {
      this.#isAtWork = false
    }
  }

  /** Makes the pictures of all places in the list that this photo shows. */
  async #make(entry) {
    const record = await findEntry(entry, this.signal).catch(() => undefined)
    // Without an answer, the places stay empty until they come near again.
    if (record === undefined || this.signal.aborted) return
    const picture = record?.photo ? await pictureForCrops(record.photo, SIDE).catch(() => undefined) : null
    if (picture === undefined) return
    const books = new Map(record ? booksOf(record.result, fromServer(record.corrections)).map((book) => [book.id, book]) : [])
    for (const [place, at] of [...this.#empty].filter(([, { entry: of }]) => of === entry)) {
      if (this.signal.aborted) return
      const book = books.get(at.spine)
      this.#made.set(keyOf(at), picture && book
        ? cropOf(picture, picture.width / record.result.width, book.quad, { label: '', isTurned: book.readsUpward, longest: LONGEST }) : null)
      this.#empty.delete(place)
      this.watch.unobserve(place)
      this.#fill(place, at)
      // Taps come first.
      await new Promise((resolve) => { setTimeout(resolve) })
    }
  }

  #fill(place, at) {
    const canvas = this.#made.get(keyOf(at))
    place.classList.toggle('is-gone', !canvas)
    place.replaceChildren(canvas ?? icon('photo'))
  }
}

const keyOf = ({ entry, spine }) => `${entry}.${spine}`
