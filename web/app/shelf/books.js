/**
 * A book of the shelf, with the user's corrections.
 *
 * @typedef {object} Book
 * @property {number} id
 * @property {[number, number][]} quad in pixels of the photo
 * @property {number} row from 0 at the top
 * @property {number} place in its row, from 0 at the left; -1 for a removed book
 * @property {number} confidence that this is one whole spine, 0...1
 * @property {string | undefined} text undefined: not read; empty: nothing legible
 * @property {number | undefined} textConfidence 0...1
 * @property {string[]} unknownWords of the text, which are in no dictionary
 * @property {{title: string, author?: string} | undefined} book from the user's own list
 * @property {boolean} readsUpward whether letters of a standing spine run from its foot to its top
 * @property {string | undefined} isbn
 * @property {string | undefined} callNumber on its label
 * @property {'unread' | 'illegible' | 'unsure' | 'read' | 'typed'} reading
 * @property {boolean} isConfirmed
 * @property {boolean} isRemoved
 * @property {boolean} isAdded
 */

/**
 * All books, row by row and from left to right.
 *
 * @param {{spines: object[]}} shelf as returned by the server
 * @param {import('./corrections.js').Corrections} corrections
 * @returns {Book[]}
 */
export function booksOf(shelf, corrections) {
  const found = shelf.spines.map((spine) => foundBook(spine, corrections))
  const added = corrections.added.map((one) => addedBook(one, found, corrections.texts.get(one.id)))
  const books = [...found, ...added].sort((a, b) => a.row - b.row || middle(a.quad)[0] - middle(b.quad)[0])
  return numbered(books)
}

/** Confidence below which a text needs a check, as on the server. */
export const SURE = 0.7
/** Confidence below which even a text that is probably right may have wrong letters. */
export const CERTAIN = 0.9
/** Confidence below which a spine may be no book, or more than one. */
const ONE_BOOK = 0.5

/** Returns the number of books by how they were read, and of those of doubtful outline. @param {Book[]} books */
export function tally(books) {
  const there = books.filter(({ isRemoved }) => !isRemoved)
  const is = (...readings) => there.filter(({ reading }) => readings.includes(reading)).length
  const likely = there.filter(isLikely).length
  const outlines = there.filter((book) => isDoubtful(book) && !['unsure', 'illegible'].includes(book.reading)).length
  return { count: there.length, read: is('read', 'typed') - likely, likely, unsure: is('unsure'), illegible: is('illegible'), unread: is('unread'), outlines }
}

/** Whether the text of a book is probably right. @param {Book} book */
export const isLikely = ({ reading, textConfidence, isConfirmed, book }) => reading === 'read' && textConfidence < CERTAIN && !isConfirmed && !book

/** Whether a book needs a check and has not had one. @param {Book} book */
export function isDoubtful({ isRemoved, isConfirmed, isAdded, reading, confidence }) {
  if (isRemoved || isConfirmed || isAdded || reading === 'typed') return false
  return reading === 'unsure' || reading === 'illegible' || confidence < ONE_BOOK
}

/** The center of a quad. @param {[number, number][]} quad */
export function middle(quad) {
  return [0, 1].map((axis) => quad.reduce((sum, point) => sum + point[axis], 0) / 4)
}

function foundBook(spine, { removed, confirmed, texts, moved }) {
  const typed = texts.get(spine.id)
  return {
    id: spine.id, quad: moved.get(spine.id) ?? spine.quad, row: spine.row, confidence: spine.confidence,
    text: typed ?? spine.text, textConfidence: spine.textConfidence, unknownWords: spine.unknownWords ?? [], book: typed === undefined ? spine.book : undefined,
    isbn: spine.isbn ?? undefined, callNumber: spine.callNumber, readsUpward: spine.readsUpward === true, reading: readingOf(spine, typed, confirmed.has(spine.id)),
    isConfirmed: confirmed.has(spine.id), isRemoved: removed.has(spine.id), isAdded: false,
  }
}

function readingOf({ text, state }, typed, isConfirmed) {
  if (typed !== undefined) return 'typed'
  if (text === undefined || text === null) return 'unread'
  if (text === '') return state === 'read' ? 'read' : 'illegible'
  return state === 'read' || isConfirmed ? 'read' : 'unsure'
}

function addedBook({ id, quad }, found, text) {
  return {
    id, quad, row: rowOf(quad, found), confidence: 1, text, unknownWords: [], readsUpward: false, reading: text === undefined ? 'unread' : 'typed',
    isConfirmed: false, isRemoved: false, isAdded: true,
  }
}

/** The row of the nearest book. */
function rowOf(quad, found) {
  const [x, y] = middle(quad)
  let [row, least] = [0, Infinity]
  for (const book of found) {
    const [otherX, otherY] = middle(book.quad)
    // A row is wide and low: vertical distance matters more than horizontal distance.
    const away = Math.hypot((otherX - x) / 4, otherY - y)
    if (away < least) [row, least] = [book.row, away]
  }
  return row
}

function numbered(books) {
  const counts = new Map()
  return books.map((book) => {
    if (book.isRemoved) return { ...book, place: -1 }
    const place = counts.get(book.row) ?? 0
    counts.set(book.row, place + 1)
    return { ...book, place }
  })
}
