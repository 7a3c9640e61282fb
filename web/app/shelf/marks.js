import { isDoubtful } from './books.js'

/** Returns the style for a confidence: the lower, the fainter. */
function spineStyle({ isRemoved, isAdded, isConfirmed, confidence }) {
  if (isRemoved) return 'removed'
  if (isAdded) return 'added'
  if (isConfirmed) return 'confirmed'
  if (confidence >= 0.9) return 'spine'
  return confidence >= 0.8 ? 'spineLikely' : 'spineUnsure'
}

/**
 * Returns books as marks for a viewer: `s1`, `s2`, …
 *
 * @param {import('./books.js').Book[]} books
 * @param {number | null} [adjusted] the one whose outline can be changed
 */
export function bookMarks(books, adjusted = null) {
  return books.map((book) => ({
    id: `s${book.id}`, quad: book.quad, style: spineStyle(book), editable: book.id === adjusted,
    // Only where a person should look; how sure it is stands beside the photo.
    badge: isDoubtful(book) ? '?' : '',
  }))
}

/** Returns barcodes as marks: `b0`, `b1`, … @param {object[]} barcodes */
export function codeMarks(barcodes) {
  return barcodes.map(({ quad, isbn }, index) => ({ id: `b${index}`, quad, style: isbn ? 'bookCode' : 'otherCode' }))
}

/** Returns regions with text, which are visible but inactive. @param {object[]} regions */
export function textMarks(regions) {
  return regions.map(({ quad }, index) => ({ id: `t${index}`, quad, style: 'textRegion' }))
}

/** @param {string | null} id of a mark @returns {number | null} the ID of its book */
export function bookIdOf(id) {
  return id?.startsWith('s') ? Number(id.slice(1)) : null
}

/** @param {string | null} id of a mark @returns {number | null} the index of its barcode */
export function codeIndexOf(id) {
  return id?.startsWith('b') ? Number(id.slice(1)) : null
}
