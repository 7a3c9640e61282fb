import { announce } from '../announce.js'
import { api } from '../api.js'
import { button } from '../buttons.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { icon } from '../icons.js'
import { ExportSheet } from '../result/exports.js'
import { ResultScreen } from '../result/screen.js'
import { PhotoStage } from '../result/stage.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { BookList } from './book-list.js'
import { isDoubtful, tally } from './books.js'
import { CodeInspector } from './code-inspector.js'
import { CodeList } from './code-list.js'
import { cropOf } from './crop.js'
import { Editor } from './editor.js'
import { shelfFiles } from './files.js'
import { Headline } from './headline.js'
import { Inspector } from './inspector.js'
import { listenToKeys } from './keys.js'
import { Layers } from './layers.js'
import { rememberPlace } from './library/choices.js'
import { placeField, shelfLinks } from './library/place-field.js'
import { bookIdOf, bookMarks, codeIndexOf, codeMarks, textMarks } from './marks.js'
import { bookText, codeText, cropLabel } from './descriptions.js'

const texts = strings.shelf.result

/** The result for a photo of a shelf: the photo with its outlines, the list of books, and all actions. */
export class ShelfScreen extends ResultScreen {
  /**
   * @param {import('../router.js').Context} context @param {import('./session.js').ShelfSession} session
   * @param {{again: () => void, unkept?: string, isNew?: boolean}} options
   */
  constructor(context, session, { again, unkept, isNew = false }) {
    super(context, session, again)
    this.isNew = isNew
    this.makeParts(unkept)
    this.element = this.layout(this.parts())
    this.element.classList.add('shelf-result')
    this.listen()
    listenToKeys(this)
    this.update()
    announce(`${fill(texts.title, { count: tally(session.books).count })}. ${this.headline.sentence.textContent}`)
  }

  makeParts(unkept) {
    const { session } = this
    this.stage = new PhotoStage({ label: texts.photo, describe: ({ id }) => this.describe(id), gone: texts.photoGone })
    this.viewer = this.stage.viewer
    const letGo = () => { this.viewer.select(null); this.viewer.focus() }
    this.layers = new Layers()
    this.editor = new Editor(session, this.viewer, () => this.update())
    this.headline = new Headline(session, { unkept })
    this.inspector = new Inspector(session, this.editor, {
      crop: (book, isTurned) => this.crop(book, isTurned), close: letGo, stretch: (factor) => this.viewer.stretch(factor),
    })
    this.code = new CodeInspector({ close: letGo })
    this.list = new BookList({ show: (id) => this.viewer.zoomTo(`s${id}`) })
    this.codes = new CodeList((index) => this.viewer.zoomTo(`b${index}`))
    this.exports = new ExportSheet(session, { ...shelfFiles(session), viewer: this.viewer })
  }

  parts() {
    this.adding = button(texts.add, () => this.toggleAdding())
    this.adding.prepend(icon('plus'))
    this.adding.setAttribute('aria-pressed', 'false')
    this.checking = h('button', { type: 'button', class: 'button-plain', onclick: () => this.check(1) }, icon('warning'), h('span', {}))
    this.hint = h('p', { class: 'hint', role: 'status' }, texts.lookHint)
    return {
      head: [this.headline.element],
      photo: [this.stage.element, h('div', { class: 'shelf-tools' }, this.layers.element,
        h('div', { class: 'shelf-actions' }, this.checking, this.adding)), this.hint],
      side: [...[this.inspector, this.code, this.list, this.codes].map(({ element }) => element), this.library()],
    }
  }

  /** Shows the place of the shelf, and links to its other pages, for results in the history. */
  library() {
    const { session: { saver }, signal } = this
    if (!saver.entry) return ''
    // The next photo is of the same shelf only if this one has just been taken.
    return h('section', { class: 'card shelf-library' }, placeField(() => saver.entry, signal, this.isNew ? rememberPlace : undefined), shelfLinks(saver.entry, this.session.result))
  }

  listen() {
    const { session, viewer, layers } = this
    session.on('change', () => this.update())
    session.on('unsaved', (error) => toast(fill(texts.unsaved, { why: api.sentence(error) }), { kind: 'problem' }))
    viewer.on('photo', (picture) => {
      this.picture = picture
      this.inspector.showCrop()
    })
    viewer.on('select', ({ id }) => this.select(id))
    layers.on('change', () => this.drawMarks())
  }

  /** The selected book. @returns {import('./books.js').Book | undefined} */
  get book() {
    return this.session.book(bookIdOf(this.viewer.selectedId))
  }

  select(id) {
    const book = bookIdOf(id)
    if (this.editor.adjusted !== null && this.editor.adjusted !== book) this.editor.adjust(null)
    this.inspector.show(book)
    this.code.show(this.session.result.barcodes[codeIndexOf(id)])
    this.list.follow(book)
  }

  describe(id) {
    const book = this.session.book(bookIdOf(id))
    return book ? bookText(book) : codeText(this.session.result.barcodes[codeIndexOf(id)])
  }

  update() {
    const { session, viewer } = this
    const title = fill(texts.title, { count: tally(session.books).count })
    this.drawMarks()
    this.title.textContent = title
    this.context.setTitle(session.saver.entry?.title ?? title)
    this.updateSteps()
    this.headline.update()
    const doubtful = session.books.filter(isDoubtful).length
    this.checking.hidden = doubtful === 0
    this.checking.lastChild.textContent = fill(texts.check, { count: doubtful })
    this.inspector.show(bookIdOf(viewer.selectedId))
    this.list.fill(session.books, bookIdOf(viewer.selectedId))
    this.codes.fill(session.result.barcodes)
    this.exports.update()
  }

  drawMarks() {
    const { session: { books, result }, layers, viewer, editor } = this
    viewer.setBackdrop(layers.shows('text') ? textMarks(result.text) : [])
    viewer.setMarks([
      ...(layers.shows('spines') ? bookMarks(books, editor.adjusted) : []),
      ...(layers.shows('barcodes') ? codeMarks(result.barcodes) : []),
    ])
    if (viewer.selectedId === null) this.select(null)
  }

  /** Goes to the next book that needs a check. @param {1 | -1} step @returns {boolean} whether there is one */
  check(step) {
    const doubtful = this.session.books.filter(isDoubtful)
    if (doubtful.length === 0) return false
    const { books } = this.session
    const order = step > 0 ? doubtful : doubtful.toReversed()
    const from = books.indexOf(this.book)
    const next = order.find((book) => (from < 0 ? true : (books.indexOf(book) - from) * step > 0)) ?? order[0]
    if (!this.layers.shows('spines')) this.layers.set('spines', true)
    this.viewer.zoomTo(`s${next.id}`)
    return true
  }

  toggleAdding() {
    const isAdding = this.viewer.mode !== 'add'
    this.viewer.setMode(isAdding ? 'add' : 'select')
    this.adding.setAttribute('aria-pressed', String(isAdding))
    this.hint.textContent = isAdding ? texts.addHint : texts.lookHint
    if (isAdding && !this.layers.shows('spines')) this.layers.set('spines', true)
  }

  crop(book, isTurned) {
    if (!this.picture) return null
    return cropOf(this.picture, this.picture.width / this.session.result.width, book.quad, { label: cropLabel(book.text), isTurned: book.readsUpward !== isTurned })
  }
}
