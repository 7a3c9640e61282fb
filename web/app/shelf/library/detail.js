import { button } from '../../buttons.js'
import { h } from '../../dom.js'
import { fill, formatDate, formatPercent, machineDate } from '../../format.js'
import { findEntry } from '../../history/find.js'
import { pictureOf } from '../../intake/kept.js'
import { strings } from '../../strings.js'
import { PhotoViewer } from '../../viewer/viewer.js'
import { booksOf } from '../books.js'
import { fromServer } from '../corrections.js'
import { cropOf } from '../crop.js'
import { cropLabel } from '../descriptions.js'
import { bookMarks } from '../marks.js'
import { nameOf, placeOf } from './row.js'

const texts = strings.books
const moment = ({ time }) => h('time', { datetime: machineDate(time) }, formatDate(time))
const idOf = ({ entry, spine }) => `${entry}.${spine}`

/** One book: its spine, its place, its position in the photo, and all its sightings. */
export class BookDetail {
  #viewer
  #shown = new AbortController()

  /** @param {import('../../router.js').Context} context @param {{close: () => void, join: (book: object) => void,
   *   say: (two: [string, string], same: boolean | null) => void}} actions */
  constructor(context, actions) {
    Object.assign(this, { context, actions })
    this.title = h('h2', { tabindex: -1 })
    this.spine = h('div', { class: 'spine-near' })
    this.stage = h('div', { class: 'entry-stage library-stage' })
    this.caption = h('p', { class: 'hint' })
    this.body = h('div', { class: 'library-facts-pane' })
    this.element = h('section', { class: 'library-detail', hidden: true, 'aria-label': texts.where },
      button(texts.back, () => actions.close(), 'button-plain library-back'), this.title, this.body)
  }

  show(book) {
    this.close()
    this.book = book
    this.element.hidden = false
    this.title.textContent = nameOf(book)
    const [at] = book.places
    this.body.replaceChildren(...[
      this.spine, book.author && h('p', {}, book.author),
      book.isbn && h('p', { class: 'hint' }, `${texts.isbn} ${book.isbn}`),
      h('p', {}, h('span', { class: `chip library-${book.status}` }, texts.status[book.status]), ' ',
        texts.statusText[book.status], moment(at), '.'),
      this.stage, this.caption, this.#places(book), this.#sightings(book), this.#alike(book),
      h('div', { class: 'button-row' }, button(texts.join, () => this.actions.join(book))),
    ].filter(Boolean))
    this.#point(at)
  }

  close() {
    this.#shown.abort()
    this.#viewer?.close()
    this.#viewer = undefined
    this.stage.replaceChildren()
    this.spine.replaceChildren()
    this.element.hidden = true
    this.book = undefined
  }

  #places(book) {
    return h('ul', { class: 'library-places' }, book.places.map((at) => h('li', {},
      h('button', { type: 'button', class: 'button-plain', 'aria-label': fill(texts.show, { place: placeOf(at) }), onclick: () => this.#point(at) },
        placeOf(at)),
      h('span', { class: 'hint' }, `${texts.status[at.status]}, ${whereOf(at)}, `, moment(at)))))
  }

  #sightings(book) {
    if (book.sightings.length < 2) return null
    return h('details', {}, h('summary', {}, texts.history),
      h('ul', { class: 'library-places' }, book.sightings.map((one, index) => h('li', {},
        h('a', { href: `/history/${one.entry}` }, one.photo),
        h('span', { class: 'hint' }, [placeOf(one), one.title, one.confidence === undefined ? texts.first : fill(texts.likely, { share: formatPercent(one.confidence) })]
          .filter(Boolean).join(', '), ', ', moment(one)),
        index > 0 && h('button', { type: 'button', class: 'button-plain', 'aria-label': fill(texts.partOf, { photo: one.photo }),
          onclick: () => this.actions.say([idOf(book.sightings[0]), idOf(one)], false) }, texts.part)))))
  }

  #alike(book) {
    if (book.alike.length === 0) return null
    return h('section', {}, h('h3', {}, texts.alike), h('p', { class: 'hint' }, texts.alikeText),
      book.alike.slice(0, 5).map((id) => h('div', { class: 'button-row' },
        h('a', { class: 'button-plain', href: `/shelf/books?book=${encodeURIComponent(id)}` }, nameOf(book)),
        button(texts.isSame, () => this.actions.say([book.id, id], true)))))
  }

  /** Shows the book in the whole photo, outlined. */
  async #point(at) {
    this.#shown.abort()
    this.#shown = new AbortController()
    const signal = AbortSignal.any([this.context.signal, this.#shown.signal])
    this.#viewer?.close()
    this.#viewer = undefined
    this.caption.replaceChildren(`${at.photo}, ${whereOf(at)}. `,
      h('a', { href: `/history/${at.entry}` }, texts.openPhoto))
    this.stage.replaceChildren()
    this.spine.replaceChildren()
    const record = await findEntry(at.entry, signal).catch(() => null)
    if (signal.aborted) return
    if (!record?.photo) return this.#gone()
    const { result, photo, corrections } = record
    this.stage.style.setProperty('--photo', `${result.width} / ${result.height}`)
    const viewer = this.#viewer = new PhotoViewer(this.stage, { label: fill(texts.photo, { title: at.photo }), describe: () => nameOf(this.book) })
    signal.addEventListener('abort', () => viewer.close(), { once: true })
    const found = booksOf(result, fromServer(corrections)).filter(({ id }) => id === at.spine)
    viewer.on('photo', (picture) => this.spine.replaceChildren(
      ...found.map(({ quad, text, readsUpward }) => cropOf(picture, picture.width / result.width, quad, { label: cropLabel(text), isTurned: readsUpward }))))
    viewer.setMarks(bookMarks(found).map((mark) => ({ ...mark, badge: '' })))
    try {
      await viewer.setPhoto(await pictureOf(photo, result), result.width, result.height)
      if (!signal.aborted) viewer.select(`s${at.spine}`)
    } catch {
      if (!signal.aborted) this.#gone()
    }
  }

  #gone() {
    this.#viewer?.close()
    this.#viewer = undefined
    this.stage.replaceChildren(h('p', { class: 'hint' }, texts.photoGone))
  }
}

const whereOf = ({ row, position }) => fill(texts.at, { row: row + 1, place: position + 1 })
