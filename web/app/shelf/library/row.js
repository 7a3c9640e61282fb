import { h } from '../../dom.js'
import { fill, formatDate, machineDate } from '../../format.js'
import { strings } from '../../strings.js'
import { CERTAIN, SURE } from '../books.js'

const texts = strings.books

/**
 * Returns a name for a book. An ISBN says which book it is, but not how well its title was read.
 *
 * @param {{title: string, isbn?: string, sightings: object[]}} book
 */
export function nameOf(book) {
  const { title, isbn } = book
  if (!title) return isbn ? `${texts.isbn} ${isbn}` : texts.nameless
  return confidenceOf(book) < SURE ? fill(strings.shelf.maybe, { text: title }) : title
}

/** How surely a title was read where it was read best. */
const confidenceOf = ({ title, sightings }) => Math.max(...sightings.filter((one) => one.title === title).map(({ textConfidence }) => textConfidence))

/** The doubt about a title that may have wrong letters, as on the page of its shelf; a title from a list has none. */
const doubtOf = (book) => {
  const sureness = confidenceOf(book)
  return sureness >= SURE && sureness < CERTAIN && !book.author ? strings.shelf.readings.likely : ''
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
      h('span', { class: 'library-facts hint' }, doubtOf(book) && `${doubtOf(book)} · `, placeOf(at), ' · ',
        h('time', { datetime: machineDate(at.time) }, fill(texts.seen, { date: formatDate(at.time) }))),
      book.status !== 'seen' && h('span', { class: `chip library-${book.status}` }, texts.status[book.status])))
}
