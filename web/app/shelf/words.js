import { strings } from '../strings.js'

const texts = strings.shelf
/** Below this even what is most likely right may have letters that are wrong. */
const CERTAIN = 0.9

/** What is read on a book, as lists have it; what is unsure says so. @param {import('./books.js').Book} book */
export function textOf({ text, reading }) {
  if (reading === 'unsure') return texts.maybe(text)
  return text || texts.noText
}

/** How things stand with a book, in words. @param {import('./books.js').Book} book */
export function stateOf({ reading, textConfidence, isConfirmed, isAdded, isRemoved }) {
  if (isRemoved) return texts.states.removed
  const words = [isAdded && texts.states.added, isConfirmed && texts.states.confirmed]
  // Of a book that a person drew, nothing was to be read.
  if (!isAdded || reading === 'typed') words.push(reading === 'read' && textConfidence < CERTAIN ? texts.readings.likely : texts.readings[reading])
  return words.filter(Boolean).join(', ')
}

/** What a screen reader says of a book. @param {import('./books.js').Book} book */
export function bookText(book) {
  return texts.describe(book, book.text, stateOf(book))
}

/** Whether a bar code is of a book. @param {{isbn?: string}} code */
export const codeKind = ({ isbn }) => (isbn ? texts.code.book : texts.code.other)

/** What a screen reader says of a bar code. @param {{value: string, isbn?: string}} code */
export const codeText = (code) => texts.describeCode(code.value, codeKind(code))
