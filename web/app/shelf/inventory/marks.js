import { fill } from '../../format.js'
import { strings } from '../../strings.js'

const texts = strings.books.inventory
const styles = { present: 'spine', misplaced: 'misplaced', extra: 'extra', unreadable: 'unreadable', unseen: 'unreadable' }
export const statuses = ['present', 'missing', 'unseen', 'misplaced', 'extra', 'unreadable']
/** Of a bar where a book is missing, as a share of the photo's width. */
const BAR = 0.006

/** What a book of the list is called. */
export const titleOf = (book) => (book ? book.title || book.callNumber || book.isbn || '' : '')

/** @param {object} finding of an inventory */
export function describe({ status, book, after, spine, text }) {
  const title = titleOf(book)
  if (spine === undefined && status === 'missing') return fill(titleOf(after) ? texts.missingAfter : texts.missing, { title, after: titleOf(after) })
  return [texts.status[status], title, spine !== undefined && text && fill(texts.read, { text })].filter(Boolean).join(', ')
}

/**
 * An inventory as a person needs it: a book that may be behind a spine that nobody can read was not seen.
 *
 * @param {{findings: object[]}} inventory
 */
export function told(inventory) {
  const findings = inventory.findings.map((finding) => (finding.status === 'unreadable' && finding.book ? { ...finding, status: 'unseen' } : finding))
  const counts = Object.fromEntries(statuses.map((status) => [status, findings.filter((finding) => finding.status === status).length]))
  return { ...inventory, findings, counts }
}

/** How many books there are of each kind, in words. @param {Record<string, number>} counts */
export const sentenceOf = (counts) => statuses.filter((each) => counts[each] > 0)
  .map((each) => `${counts[each]} ${texts.status[each]}`).join(', ')

/**
 * The findings as marks of a viewer, `f0`, `f1`, …: an outline around what stands there, a bar where a book is missing.
 *
 * @param {object[]} findings along the shelf @param {{width: number}} photo
 */
export function inventoryMarks(findings, { width }) {
  const marks = []
  let last = null
  const first = findings.find(({ quad }) => quad)?.quad
  findings.forEach((finding, index) => {
    const { status, quad } = finding
    if (quad) {
      marks.push({ id: `f${index}`, quad, style: styles[status] })
      last = quad
    } else if (status === 'missing' && (last || first)) {
      marks.push({ id: `f${index}`, quad: bar(last, first, width * BAR), style: 'missingBook' })
    }
  })
  return marks
}

/** On the right of a book, or on the left of the first one. */
function bar(after, first, thick) {
  const [top, bottom] = after ? [after[1], after[2]] : [first[0], first[3]]
  return [[top[0] - thick, top[1]], [top[0] + thick, top[1]], [bottom[0] + thick, bottom[1]], [bottom[0] - thick, bottom[1]]]
}
