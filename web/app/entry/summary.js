import { iconButton } from '../buttons.js'
import { fromServer as countCorrections } from '../count/corrections.js'
import { rangeWords } from '../count/doubts.js'
import { countedRegions } from '../count/regions.js'
import { sizesOf, told, unitOf } from '../count/sizes.js'
import { h } from '../dom.js'
import { capital, fill, formatNumber } from '../format.js'
import { found } from '../history/descriptions.js'
import { Box } from '../rack/box.js'
import { boxTitle } from '../rack/descriptions.js'
import { booksOf, isLikely } from '../shelf/books.js'
import { fromServer } from '../shelf/corrections.js'
import { strings } from '../strings.js'

const texts = strings.entry
const statuses = ['read', 'typed', 'unread', 'uncoded', 'empty']
const facts = { count: countFacts, rack: boxFacts, shelf: shelfFacts }

/**
 * The result at a glance: the number, in large type, and the main facts.
 *
 * @param {{entry: object, result: object, corrections: object}} record
 * @param {() => void} renamed called when the things get another name
 */
export function summary({ entry, result, corrections }, renamed) {
  const word = h('span', {})
  const name = entry.kind === 'count' && iconButton('edit', '', async () => {
    const { nameThings } = await import('../history/naming.js')
    if (!await nameThings(entry, result.recipe?.things.several)) return
    tell()
    renamed()
  })
  const tell = () => {
    word.textContent = wordAfter(entry)
    if (name) name.ariaLabel = name.title = fill(strings.count.naming.button, { name: word.textContent })
  }
  tell()
  return h('section', { class: 'card entry-summary' },
    h('p', { class: 'entry-number' },
      h('span', { class: 'entry-huge' }, formatNumber(entry.count)), ' ', word, name),
    facts[entry.kind](entry, result, corrections))
}

/** Returns only the noun, because the number before it has a larger font. */
function wordAfter(entry) {
  return found(entry).replace(formatNumber(entry.count), '').trim()
}

function countFacts({ corrected, count, range }, result, corrections) {
  const isOpen = range && range.low !== range.high
  const words = isOpen && rangeWords({ count, ...range })
  const all = countCorrections(corrections)
  const [regions, sizes] = [countedRegions(result, all), sizesOf(result, all)]
  return [
    corrected && h('p', {}, fill(texts.found, { count: formatNumber(result.count) })),
    !corrected && isOpen && h('p', {}, words ? `${capital(words)}.` : texts.uncertain),
    sizes && h('p', {}, fill(strings.count.sizes.medianOf, { length: told(sizes.spreads.length.median), width: told(sizes.spreads.width.median), unit: unitOf(result) })),
    regions.length > 0 && h('ul', { class: 'chips' },
      regions.map(({ name, count }) => h('li', { class: 'chip' }, `${name}: ${formatNumber(count)}`))),
  ]
}

function boxFacts(entry, result, corrections) {
  const box = new Box(result, corrections ?? {})
  const { tally: counts } = box
  return [
    h('p', {}, boxTitle(box)),
    box.code && h('p', {}, fill(texts.code, box)),
    h('ul', { class: 'chips' }, statuses.filter((status) => counts[status]).map((status) => (
      h('li', { class: `chip status-${status}` }, fill(texts.statuses[status], { count: counts[status] }))))),
  ]
}

function shelfFacts(entry, result, corrections) {
  const books = booksOf(result, fromServer(corrections)).filter(({ isRemoved }) => !isRemoved)
  const counts = Object.groupBy(books, (book) => (isLikely(book) ? 'likely' : book.reading))
  const rows = new Set(books.map(({ row }) => row)).size
  return [
    rows > 0 && h('p', {}, fill(texts.rows, { count: rows })),
    h('ul', { class: 'chips' },
      Object.keys(texts.readings).filter((reading) => counts[reading]).map((reading) => (
        h('li', { class: 'chip' }, fill(texts.readings[reading], { count: counts[reading].length })))),
      result.barcodes.length > 0 && h('li', { class: 'chip' }, fill(texts.codes, { count: result.barcodes.length }))),
  ]
}
