import { fill } from '../format.js'
import { strings } from '../strings.js'
import { CERTAIN, isLikely, SURE } from './books.js'

const texts = strings.shelf

/** Returns the text of a book for lists, marked if it is uncertain. @param {import('./books.js').Book} book */
export function textOf({ text, reading }) {
  if (reading === 'unsure') return fill(texts.maybe, { text })
  return text || texts.noText
}

/** Describes the state of a book in words. @param {import('./books.js').Book} book */
export function stateOf(book) {
  const { reading, isConfirmed, isAdded, isRemoved } = book
  if (isRemoved) return texts.states.removed
  const words = [isAdded && texts.states.added, isConfirmed && texts.states.confirmed]
  // Books drawn by the user were not read.
  if (!isAdded || reading === 'typed') words.push(isLikely(book) ? texts.readings.likely : texts.readings[reading])
  return words.filter(Boolean).join(', ')
}

/** Describes a book for screen readers. @param {import('./books.js').Book} book */
export function bookText(book) {
  return [fill(texts.describe, placeOf(book)), book.text, stateOf(book)].filter(Boolean).join(', ')
}

/** Whether a barcode belongs to a book. @param {{isbn?: string}} code */
export const codeKind = ({ isbn }) => (isbn ? texts.code.book : texts.code.other)

/** Describes a barcode for screen readers. @param {{value: string, isbn?: string}} code */
export const codeText = (code) => fill(texts.describeCode, { value: code.value, kind: codeKind(code) })

/** Returns the position of a book, counted from 1. @param {import('./books.js').Book} book */
export const placeOf = ({ place, row }) => ({ place: place + 1, row: row + 1 })

/**
 * Describes a confidence.
 *
 * @param {{surely: string, probably: string, perhaps: string}} words @param {number} share @param {number} probable
 */
const sureness = (words, share, probable) => (share >= CERTAIN ? words.surely : share >= probable ? words.probably : words.perhaps)

/** @param {number} share confidence of the text */
export const textSure = (share) => sureness(texts.textSure, share, SURE)

/** @param {number} share confidence that this is one book */
export const spineSure = (share) => sureness(texts.spineSure, share, 0.8)

/** @param {string} [text] of the magnified spine */
export const cropLabel = (text) => (text ? fill(texts.inspector.cropOf, { text }) : texts.inspector.crop)
