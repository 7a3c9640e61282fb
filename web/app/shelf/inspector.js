import { button, iconButton } from '../buttons.js'
import { h, uniqueId } from '../dom.js'
import { fill, formatPercent } from '../format.js'
import { strings } from '../strings.js'
import { placeOf, spineSure, stateOf, textSure } from './descriptions.js'

const texts = strings.shelf.inspector

/** Details of the selected book, and its actions. */
export class Inspector {
  /** Books whose crop is rotated by another 180 degrees, because their letters run differently than read. @type {Set<number>} */
  turned = new Set()

  /**
   * @param {import('./session.js').ShelfSession} session
   * @param {import('./editor.js').Editor} editor
   * @param {{crop: (book: import('./books.js').Book, isTurned: boolean) => HTMLElement | null, close: () => void,
   *   stretch: (factor: number) => void}} parts `crop` returns the magnified spine, if the photo is available
   */
  constructor(session, editor, parts) {
    this.session = session
    this.editor = editor
    this.parts = parts
    this.picture = h('div', { class: 'spine-near' })
    this.element = h('section', { class: 'card inspector spine-inspector', 'aria-label': texts.title, hidden: true })
  }

  /** @param {number | null} id of the selected book */
  show(id) {
    const book = this.session.book(id)
    const wasTyping = this.element.contains(document.activeElement) && document.activeElement.matches('.input')
    this.id = book ? id : null
    this.element.hidden = !book
    if (!book) return this.element.replaceChildren()
    this.element.replaceChildren(
      h('div', { class: 'inspector-head' }, h('h2', {}, book.isRemoved ? texts.removed : fill(texts.book, placeOf(book))), iconButton('close', texts.close, this.parts.close)),
      this.picture, !book.isRemoved && this.form(book), this.facts(book),
      h('div', { class: 'inspector-actions' }, this.actions(book)))
    this.showCrop()
    if (wasTyping) this.focusText()
  }

  /** Updates only the crop, once the photo has loaded. */
  showCrop() {
    const book = this.session.book(this.id)
    if (!book) return
    const crop = this.parts.crop(book, this.turned.has(book.id))
    this.picture.replaceChildren(...(crop ? [crop, button(texts.turn, () => this.turn())] : []))
  }

  turn() {
    if (!this.turned.delete(this.id)) this.turned.add(this.id)
    this.showCrop()
  }

  /** Moves the cursor into the text field. @returns {boolean} whether there is one */
  focusText() {
    const input = this.element.querySelector('.input')
    input?.focus()
    input?.select()
    return Boolean(input)
  }

  form(book) {
    const id = uniqueId('spine-text')
    const input = h('input', { class: 'input', id, type: 'text', value: book.text ?? '', maxlength: 500,
      autocomplete: 'off', spellcheck: 'false', enterkeyhint: 'done' })
    const save = () => this.editor.type(book.id, input.value)
    // Enter fires change and then submit: the form must still exist by then.
    input.addEventListener('change', () => setTimeout(save))
    return h('form', { class: 'spine-text', onsubmit: (event) => { event.preventDefault(); save() } },
      h('label', { for: id }, texts.text), h('div', { class: 'spine-field' }, input, h('button', { class: 'button-plain' }, texts.save)))
  }

  facts(book) {
    const { confidence, textConfidence, text, unknownWords, reading, isAdded, isConfirmed, isbn, callNumber, book: listed } = book
    const isRead = reading === 'unsure' || reading === 'read' && !isConfirmed && !listed
    const facts = [
      [texts.reading, isRead ? `${textSure(textConfidence)} (${formatPercent(textConfidence)})` : stateOf(book)],
      isRead && stateOf(book) !== strings.shelf.readings[reading] && ['', stateOf(book)],
      reading === 'unsure' && unknownWords.length > 0 && [texts.unknown, unknownWords.join(', ')],
      !isAdded && [texts.outline, `${spineSure(confidence)} (${formatPercent(confidence)})`],
      listed && listed.title !== text && [texts.list, listed.author ? fill(texts.by, listed) : listed.title],
      callNumber && [texts.callNumber, callNumber],
      isbn && [texts.isbn, isbn],
    ].filter(Boolean)
    return h('dl', { class: 'facts' }, facts.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))))
  }

  actions({ id, isRemoved, isConfirmed, isAdded, reading }) {
    const { editor } = this
    if (isRemoved) return [button(texts.restore, () => editor.restore(id), 'button')]
    const isAdjusted = isAdded || editor.adjusted === id
    const read = this.session.result.spines.find((spine) => spine.id === id)?.text
    return [
      !isAdded && button(isConfirmed ? texts.unconfirm : texts.confirm, () => editor.confirm(id, !isConfirmed)),
      button(texts.remove, () => editor.remove(id)),
      reading === 'typed' && !isAdded && button(read ? fill(texts.backTo, { text: read }) : texts.back, () => editor.type(id, null)),
      !isAdded && button(isAdjusted ? texts.adjusted : texts.adjust, () => editor.adjust(isAdjusted ? null : id)),
      isAdjusted && button(texts.smaller, () => this.parts.stretch(1 / 1.1)),
      isAdjusted && button(texts.larger, () => this.parts.stretch(1.1)),
      isAdjusted && h('p', { class: 'hint' }, texts.adjustHint),
    ]
  }
}
