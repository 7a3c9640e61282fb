import { h } from '../../dom.js'
import { fill, formatDate, machineDate } from '../../format.js'
import { strings } from '../../strings.js'

const texts = strings.books

/** Returns a name for a book. @param {{title: string, isbn?: string, sure: boolean}} book */
export function nameOf({ title, isbn, sure }) {
  if (!title) return isbn ? `${texts.isbn} ${isbn}` : texts.nameless
  return sure ? title : fill(strings.shelf.maybe, { text: title })
}

/** Returns the place of a book, as far as it is known. */
export const placeOf = ({ place }) => place ?? texts.nowhere

/** @param {object} book @param {(book: object) => void} choose @param {HTMLElement} spine its picture @returns {HTMLLIElement} */
export function bookRow(book, choose, spine) {
  const [at] = book.places
  return h('li', { class: 'library-row', dataset: { id: book.id } },
    h('button', { type: 'button', class: 'library-link', onclick: () => choose(book) },
      spine, h('span', { class: 'library-name' }, nameOf(book)),
      book.author && h('span', { class: 'library-author' }, book.author),
      h('span', { class: 'library-facts hint' }, placeOf(at), ' · ',
        h('time', { datetime: machineDate(at.time) }, fill(texts.seen, { date: formatDate(at.time) }))),
      book.status !== 'seen' && h('span', { class: `chip library-${book.status}` }, texts.status[book.status])))
}
