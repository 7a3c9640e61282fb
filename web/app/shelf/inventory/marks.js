import { fill } from '../../format.js'
import { texts } from './texts.js'

const styles = { present: 'spine', misplaced: 'misplaced', extra: 'extra', unreadable: 'unreadable' }
const bars = { missing: 'missingBook', 'not-seen': 'unreadable' }
export const statuses = ['present', 'missing', 'not-seen', 'misplaced', 'extra', 'unreadable']
/** Width of the bar for a missing book, as a share of the photo's width. */
const BAR = 0.006

/** Returns a name for a book of the list. */
export const titleOf = (book) => (book ? book.title || book.callNumber || book.isbn || '' : '')

/** Says why it is uncertain whether a book is there. @param {object} finding of a book that was not seen */
export function reasonOf({ reason, spines = [] }) {
  return reason === 'unread' ? fill(texts.reasons.unread, { count: spines.length }) : texts.reasons[reason] ?? ''
}

/** Returns the words for each status. @param {{basis: 'list' | 'labels'}} inventory */
export const wordsOf = ({ basis }) => (basis === 'labels' ? texts.labelStatus : texts.status)

/** @param {object} finding @param {{basis: string, findings: object[]}} inventory that it is part of */
export function describe(finding, inventory) {
  const { status, book, after, spine, text } = finding
  const title = titleOf(book)
  if (status === 'missing') return fill(titleOf(after) ? texts.missingAfter : texts.missing, { title, after: titleOf(after) })
  if (status === 'not-seen') return fill(texts.notSeen, { title, reason: reasonOf(finding) })
  const perhaps = spine === undefined ? '' : maybe(spine, inventory.findings).map((one) => titleOf(one.book)).join(', ')
  const belongs = status === 'misplaced' && titleOf(after) ? fill(texts.belongs, { after: titleOf(after) }) : ''
  return [wordsOf(inventory)[status], title, belongs, text && fill(texts.read, { text }), perhaps && fill(texts.perhaps, { titles: perhaps })]
    .filter(Boolean).join(', ')
}

/** Returns the books not seen that may be this spine. */
const maybe = (spine, findings) => findings.filter(({ spines = [] }) => spines.some((one) => one.spine === spine))

/**
 * Returns the mark of a finding, or of the first spine that it may be.
 *
 * @param {number} index @param {object[]} findings
 */
export function markOf(index, findings) {
  const [first] = findings[index].spines ?? []
  const place = first ? findings.findIndex(({ spine }) => spine === first.spine) : -1
  return `f${place < 0 ? index : place}`
}

/** Describes how many books there are of each kind. @param {{basis: string, counts: Record<string, number>}} inventory */
export const sentenceOf = (inventory) => statuses.filter((each) => inventory.counts[each] > 0)
  .map((each) => `${inventory.counts[each]} ${wordsOf(inventory)[each]}`).join(', ')

/**
 * Returns the findings as marks for a viewer, `f0`, `f1`, …: an outline around a spine, or a bar where a book is
 * missing or there is room for it.
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
    } else if (bars[status] && !finding.spines && (last || first)) {
      marks.push({ id: `f${index}`, quad: bar(last, first, width * BAR), style: bars[status] })
    }
  })
  return marks
}

/** A bar to the right of a book, or to the left of the first one. */
function bar(after, first, thick) {
  const [top, bottom] = after ? [after[1], after[2]] : [first[0], first[3]]
  return [[top[0] - thick, top[1]], [top[0] + thick, top[1]], [bottom[0] + thick, bottom[1]], [bottom[0] - thick, bottom[1]]]
}
