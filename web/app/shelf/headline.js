import { h } from '../dom.js'
import { fill } from '../format.js'
import { icon } from '../icons.js'
import { keptNote } from '../result/kept-note.js'
import { strings } from '../strings.js'
import { tally } from './books.js'

const texts = strings.shelf.result

/** The number of books, how many were read, and whether the result is saved. */
export class Headline {
  /**
   * @param {import('./session.js').ShelfSession} session
   * @param {{unkept?: string}} options why the result is not in the history although it should be
   */
  constructor(session, { unkept }) {
    this.session = session
    this.number = h('output', { class: 'count-number shelf-number' })
    this.unit = h('span', { class: 'count-unit' })
    this.sentence = h('p', { class: 'shelf-sentence' })
    const { warnings } = session.result
    this.element = h('div', { class: 'count-headline' }, h('p', { class: 'count-figure' }, this.number, this.unit),
      this.sentence, h('p', { class: 'hint count-note' }, keptNote(session, unkept)), h('div', { class: 'count-advice' }, warnings.map((kind) => h('div', { class: 'count-advice-line' },
        icon('warning'), h('p', {}, strings.shelf.warnings[kind])))))
  }

  update() {
    const { books, result } = this.session
    const counts = tally(books)
    const rows = new Set(books.filter(({ isRemoved }) => !isRemoved).map(({ row }) => row)).size
    this.number.textContent = String(counts.count)
    this.unit.textContent = [fill(texts.headline, counts), rows > 0 && fill(texts.rows, { count: rows })].filter(Boolean).join(' ')
    this.sentence.textContent = sentenceOf({ ...counts, codes: result.barcodes.length })
  }
}

/** Describes how many of the books were read, and what else is in the picture. */
function sentenceOf({ read, likely, unsure, illegible, unread, outlines, codes }) {
  const parts = { read, likely, unsure, illegible, unread, outlines, codes }
  return Object.entries(parts).filter(([, number]) => number > 0).map(([name, number]) => fill(texts.tally[name], { count: number })).join(', ')
}
