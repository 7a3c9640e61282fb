import { h } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { placeOf, stateOf, textOf } from './descriptions.js'

const texts = strings.shelf.list
const columns = ['row', 'place', 'text', 'isbn', 'state']

/** All books as a table, row by row: a text equivalent of the outlines. */
export class BookList {
  #rows = new Map()

  /** @param {{show: (id: number) => void, label?: string}} options `show` selects a book */
  constructor({ show, label = texts.label }) {
    this.show = show
    this.body = h('tbody')
    const head = h('thead', {}, h('tr', {}, columns.map((name) => (
      h('th', { scope: 'col', class: `books-${name}` }, texts[name])))))
    // A table that scrolls must be reachable by keyboard, and a focusable region needs a name.
    this.frame = h('div', { class: 'table-frame books-frame', tabindex: 0, role: 'region', 'aria-label': label },
      h('table', { class: 'table books' }, h('caption', { class: 'visually-hidden' }, label), head, this.body))
    this.element = h('section', { class: 'books-pane' }, h('h2', {}, texts.title), this.frame)
    this.body.addEventListener('click', ({ target }) => {
      const row = target.closest('tr[data-id]')
      if (row) this.show(Number(row.dataset.id))
    })
  }

  /** @param {import('./books.js').Book[]} books @param {number | null} selected */
  fill(books, selected) {
    const focused = document.activeElement?.closest('tr')?.dataset.id
    this.#rows = new Map(books.map((book) => [book.id, row(book)]))
    const nothing = h('tr', {}, h('td', { colspan: columns.length }, texts.nothing))
    this.body.replaceChildren(...(books.length > 0 ? this.#rows.values() : [nothing]))
    this.element.classList.toggle('has-no-isbn', books.every(({ isbn }) => !isbn))
    this.follow(selected, { scrolls: false })
    if (focused && this.frame.isConnected) this.#rows.get(Number(focused))?.querySelector('button').focus({ preventScroll: true })
  }

  /** @param {number | null} id of the selected book */
  follow(id, { scrolls = true } = {}) {
    this.body.querySelector('[aria-current]')?.removeAttribute('aria-current')
    const chosen = this.#rows.get(id)
    if (!chosen) return
    chosen.setAttribute('aria-current', 'true')
    if (!scrolls) return
    // Scrolls only within the frame: the page stays where it is.
    const { frame } = this
    const [above, below] = [chosen.offsetTop - 40, chosen.offsetTop + chosen.offsetHeight - frame.clientHeight]
    if (frame.scrollTop > above) frame.scrollTop = above
    else if (frame.scrollTop < below) frame.scrollTop = below
  }

  focus() {
    const chosen = this.body.querySelector('[aria-current] button') ?? this.body.querySelector('button')
    chosen?.focus()
  }
}

function row(book) {
  const { id, row: shelf, place, isbn, isRemoved } = book
  const cell = (name, ...children) => h('td', { class: `books-${name}` }, children)
  return h('tr', { class: `book book-${isRemoved ? 'removed' : book.reading}`, dataset: { id } },
    cell('row', shelf + 1),
    h('th', { scope: 'row', class: 'books-place' },
      h('button', { type: 'button', class: 'mark-button', 'aria-label': isRemoved ? texts.showRemoved : fill(texts.show, placeOf(book)) }, isRemoved ? '×' : place + 1)),
    cell('text', textOf(book)), cell('isbn', isbn ?? ''), cell('state', stateOf(book)))
}
