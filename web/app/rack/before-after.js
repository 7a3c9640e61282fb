import { h } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { linesOf } from './cell.js'
import { colName, rowName } from './descriptions.js'

const texts = strings.rack.compare
/** Characters of a value that a small well shows in one line. */
const ROOM = 5

/** The expected and the actual box, side by side. Differences can be selected; all of them are also in the list. */
export class BeforeAfter {
  /**
   * @param {import('./box.js').Box} box
   * @param {import('./comparison.js').Comparison} comparison
   * @param {(well: string) => void} choose
   */
  constructor(box, comparison, choose) {
    this.choose = choose
    const before = new Map(comparison.before.map((well) => [well.name, well.value]))
    const rows = Math.max(box.rows, ...comparison.before.map(({ row }) => row + 1))
    const cols = Math.max(box.cols, ...comparison.before.map(({ col }) => col + 1))
    const side = (title, cell) => h('section', { class: 'compare-side', 'aria-label': title }, h('h3', {}, title), this.#grid(title, box, [rows, cols], cell))
    this.element = h('div', { class: 'compare-sides' },
      side(texts.before, (name) => this.#cell(name, before.get(name), comparison.then(name))),
      side(texts.now, (name) => this.#cell(name, box.well(name)?.value, comparison.now(name))))
    // Side by side if the wells of both have room.
    this.element.style.setProperty('--cols', cols)
  }

  #grid(title, box, [rows, cols], cell) {
    const grid = h('div', { class: 'wells compare-wells' },
      h('div', { class: 'wells-row' }, h('div', { class: 'wells-corner' }), numbers(cols).map((col) => h('div', { class: 'wells-col' }, colName(col, box)))),
      numbers(rows).map((row) => h('div', { class: 'wells-row' }, h('div', { class: 'wells-name' }, rowName(row, box)),
        numbers(cols).map((col) => cell(box.idOf({ row, col }))))))
    grid.style.setProperty('--cols', cols)
    grid.style.setProperty('--letters', ROOM)
    return h('div', { class: 'wells-frame', tabindex: 0, role: 'region', 'aria-label': fill(texts.scroll, { title }) }, grid)
  }

  #cell(name, value, difference) {
    const kind = difference?.kind ?? (value ? 'same' : 'empty')
    const parts = [value && h('span', { class: 'well-value' }, linesOf(value, ROOM).join('\n')),
      h('span', { class: 'well-mark' }, texts.signs[kind])]
    if (!difference) return h('div', { class: `well compare-${kind}` }, parts)
    return h('button', { type: 'button', class: `well compare-${kind}`, 'aria-label': fill(texts.cell, { name, text: difference.text }),
      onclick: () => this.choose(name) }, parts)
  }
}

const numbers = (count) => Array.from({ length: count }, (_, index) => index)
