import { csv, tamed } from '../files.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { middle, tally } from './books.js'

/**
 * Exports a shelf as files.
 *
 * @param {{result: object, books: import('./books.js').Book[]}} session @returns
 *   {import('../result/exports.js').Exported}
 */
export const shelfFiles = (session) => ({
  stem: strings.shelf.export.stem, csv: () => tableOf(session), json: () => correctedShelf(session),
  sentence: () => fill(strings.shelf.export.text, tally(session.books)),
  headline: () => fill(strings.shelf.result.title, { count: tally(session.books).count }), facts: () => factsOf(session),
})

/** Returns the number of books by state, and the barcodes. */
function factsOf({ books, result }) {
  const { readings, codes } = strings.entry
  const groups = Object.groupBy(books.filter(({ isRemoved }) => !isRemoved), ({ reading }) => reading)
  const told = Object.keys(readings).filter((reading) => groups[reading]).map((reading) => fill(readings[reading], { count: groups[reading].length }))
  return [told.join(', '), result.barcodes.length > 0 && fill(codes, { count: result.barcodes.length })].filter(Boolean)
}

const columns = ['id', 'row', 'position', 'x', 'y', 'quad', 'confidence', 'text', 'isbn', 'state']
/** How far a reading can be trusted, as the command line has it. */
const states = { read: 'read', typed: 'read', unsure: 'doubtful', illegible: 'illegible' }
const number = (value) => String(Math.round(value * 10) / 10)

/**
 * Returns a shelf with its corrections, for results that are not in the history.
 *
 * @param {import('./session.js').ShelfSession} session
 */
export function correctedShelf({ result, books }) {
  const spines = books.filter(({ isRemoved }) => !isRemoved).map((book) => {
    const { id, quad, row, confidence, text, textConfidence, isbn, isConfirmed, isAdded } = book
    return {
      id, quad, row, confidence, text, textConfidence: book.reading === 'typed' ? 1 : textConfidence, state: states[book.reading],
      book: book.book, isbn, ...(isConfirmed && { confirmed: true }), ...(isAdded && { added: true }),
    }
  })
  return { ...result, spines }
}

/** Returns a line per book, row by row; rows and positions count from 0, as on the command line. */
export function tableOf({ books }) {
  const rows = books.filter(({ isRemoved }) => !isRemoved).map(({ id, row, place, quad, confidence, text, isbn, reading }) => [
    id, row, place, ...middle(quad).map(number), quad.map((point) => point.map(number).join(' ')).join(', '),
    confidence, tamed(text ?? ''), isbn ?? '', states[reading] ?? '',
  ])
  return csv([columns, ...rows])
}
