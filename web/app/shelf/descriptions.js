import { fill } from '../format.js'
import { strings } from '../strings.js'

const texts = strings.shelf
/** Below this even what is most likely right may have letters that are wrong. */
const CERTAIN = 0.9

/** What is read on a book, as lists have it; what is unsure says so. @param {import('./books.js').Book} book */
export function textOf({ text, reading }) {
  if (reading === 'unsure') return fill(texts.maybe, { text })
  return text || texts.noText
}

/** How things stand with a book, in words. @param {import('./books.js').Book} book */
export function stateOf({ reading, textConfidence, book, isConfirmed, isAdded, isRemoved }) {
  if (isRemoved) return texts.states.removed
  const words = [isAdded && texts.states.added, isConfirmed && texts.states.confirmed]
  // Of a book that a person drew, nothing was to be read.
  const isLikely = reading === 'read' && textConfidence < CERTAIN && !isConfirmed && !book
  if (!isAdded || reading === 'typed') words.push(isLikely ? texts.readings.likely : texts.readings[reading])
  return words.filter(Boolean).join(', ')
}

/** What a screen reader says of a book. @param {import('./books.js').Book} book */
export function bookText(book) {
  return [fill(texts.describe, placeOf(book)), book.text, stateOf(book)].filter(Boolean).join(', ')
}

/** Whether a bar code is of a book. @param {{isbn?: string}} code */
export const codeKind = ({ isbn }) => (isbn ? texts.code.book : texts.code.other)

/** What a screen reader says of a bar code. @param {{value: string, isbn?: string}} code */
export const codeText = (code) => fill(texts.describeCode, { value: code.value, kind: codeKind(code) })

/** Where a book stands, as people count. @param {import('./books.js').Book} book */
export const placeOf = ({ place, row }) => ({ place: place + 1, row: row + 1 })

/** How sure something is. @param {{surely: string, probably: string, perhaps: string}} words @param {number} share @param {number} probable */
const sureness = (words, share, probable) => (share >= CERTAIN ? words.surely : share >= probable ? words.probably : words.perhaps)

/** @param {number} share how sure the text is */
export const textSure = (share) => sureness(texts.textSure, share, 0.7)

/** @param {number} share how sure it is that this is one book */
export const spineSure = (share) => sureness(texts.spineSure, share, 0.8)

/** @param {string} [text] of a spine that is seen from near */
export const cropLabel = (text) => (text ? fill(texts.inspector.cropOf, { text }) : texts.inspector.crop)
