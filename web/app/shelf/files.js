import { csv, tamed } from '../files.js'
import { middle } from './books.js'

const columns = ['id', 'row', 'position', 'x', 'y', 'quad', 'confidence', 'text', 'isbn']
const number = (value) => String(Math.round(value * 10) / 10)

/** A shelf with its corrections, for when the history does not keep it. @param {import('./session.js').ShelfSession} session */
export function correctedShelf({ result, books }) {
  const spines = books.filter(({ isRemoved }) => !isRemoved).map((book) => {
    const { id, quad, row, confidence, text, textConfidence, isbn, isConfirmed, isAdded } = book
    return {
      id, quad, row, confidence, text, textConfidence: book.reading === 'typed' ? 1 : textConfidence,
      book: book.book, isbn, ...(isConfirmed && { confirmed: true }), ...(isAdded && { added: true }),
    }
  })
  return { ...result, spines }
}

/** One line for each book, row by row; rows and positions count from 0, as on the command line. */
export function tableOf({ books }) {
  const rows = books.filter(({ isRemoved }) => !isRemoved).map(({ id, row, place, quad, confidence, text, isbn }) => [
    id, row, place, ...middle(quad).map(number), quad.map((point) => point.map(number).join(' ')).join(', '),
    confidence, tamed(text ?? ''), isbn ?? '',
  ])
  return csv([columns, ...rows])
}
