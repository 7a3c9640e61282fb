import { h, uniqueId } from '../dom.js'
import { strings } from '../strings.js'
import { cellElement, fillCell } from './cell.js'
import { legend } from './legend.js'
import { colName, rowName } from './descriptions.js'

const texts = strings.rack.grid

/** Width of a character relative to the font size, as in common monospaced fonts. */
const LETTER = 0.61
/** Maximum length of a value in one line; longer values take several lines instead of a smaller font. */
const ONE_LINE = 8
/** Minimum width of a cell with room for a text that says why there is no value, in CSS pixels. */
const NOTE = 48

/**
 * The box seen from above, with a cell for each well. One cell can have the focus; arrow keys move it, and the focused
 * well is the selected one.
 */
export class WellGrid {
  #cells = []
  #box
  #room = 5
  /** Index of the cell that keyboard focus goes to. */
  #current = 0
  #chosen

  /**
   * @param {import('./selection.js').Selection} selection
   * @param {{type: (id: string) => void, remove: (id: string) => void}} actions
   */
  constructor(selection, actions) {
    this.selection = selection
    this.actions = actions
    const hintId = uniqueId('grid-hint')
    this.grid = h('div', { class: 'wells', role: 'grid', 'aria-label': texts.label, 'aria-describedby': hintId })
    this.frame = h('div', { class: 'wells-frame' }, this.grid)
    this.legend = h('div', {})
    this.element = h('div', { class: 'wells-pane' }, this.frame,
      h('div', { class: 'wells-foot' }, this.legend, h('p', { class: 'hint wells-hint', id: hintId }, texts.hint)))
    this.grid.addEventListener('focusin', ({ target }) => this.#enter(target))
    this.grid.addEventListener('click', ({ target }) => target.closest('[role=gridcell]')?.focus())
    this.grid.addEventListener('dblclick', ({ target }) => this.#type(target.closest('[role=gridcell]')))
    this.grid.addEventListener('keydown', (event) => this.#press(event))
    new ResizeObserver(() => this.#measure()).observe(this.grid)
    selection.follow((id, by) => this.#follow(id, by))
  }

  /** @param {import('./box.js').Box} box */
  show(box) {
    const isSame = this.#box?.rack === box.rack
    this.#box = box
    if (isSame) this.#refresh()
    else this.#build()
    this.legend.replaceChildren(legend(box))
  }

  #build() {
    const { rows, cols } = this.#box
    this.#cells = []
    this.grid.style.setProperty('--cols', cols)
    const longest = Math.max(5, ...this.#box.wells.map(({ value }) => value.length))
    this.grid.style.setProperty('--letters', Math.min(longest, ONE_LINE))
    this.grid.replaceChildren(
      h('div', { role: 'row', class: 'wells-row' },
        h('div', { role: 'columnheader', class: 'wells-corner' }, h('span', { class: 'visually-hidden' }, texts.corner)),
        numbers(cols).map((col) => h('div', { role: 'columnheader', class: 'wells-col' }, colName(col, this.#box)))),
      ...numbers(rows).map((row) => this.#row(row, cols)))
    this.#follow(this.selection.id, 'page')
    this.#setCurrent(this.#current < this.#cells.length ? this.#current : 0)
  }

  #row(row, cols) {
    const cells = numbers(cols).map((col) => cellElement(this.#box.at(row, col), this.#room))
    this.#cells.push(...cells)
    return h('div', { role: 'row', class: 'wells-row' }, h('div', { role: 'rowheader', class: 'wells-name' }, rowName(row, this.#box)), cells)
  }

  #refresh() {
    const { cols } = this.#box
    this.#cells.forEach((cell, index) => fillCell(cell, this.#box.at(Math.floor(index / cols), index % cols), this.#room))
  }

  /** Measures how many characters of a value fit into a line of a cell at its current size. */
  #measure() {
    const cell = this.#cells[0]
    if (!cell || cell.clientWidth === 0) return
    const size = Number.parseFloat(getComputedStyle(cell).fontSize)
    const room = Math.max(3, Math.floor(cell.clientWidth / (size * LETTER)))
    this.grid.classList.toggle('has-notes', cell.clientWidth >= NOTE)
    this.grid.classList.toggle('is-roomy', cell.clientWidth >= 4.25 * size)
    if (room === this.#room) return
    this.#room = room
    this.#refresh()
  }

  #enter(target) {
    const index = this.#cells.indexOf(target)
    if (index < 0) return
    this.#setCurrent(index)
    this.selection.choose(target.dataset.id || null, 'grid')
  }

  #press(event) {
    if (event.altKey || event.metaKey || (event.ctrlKey && !['Home', 'End'].includes(event.key))) return
    if (event.key === 'Enter' || event.key === 'F2' || event.key === ' ') this.#type(this.#cells[this.#current])
    else if (event.key === 'Delete' || event.key === 'Backspace') this.actions.remove(this.#cells[this.#current].dataset.id)
    else if (!this.#move(event)) return
    event.preventDefault()
  }

  #move({ key, ctrlKey }) {
    const { rows, cols } = this.#box
    const [row, col] = [Math.floor(this.#current / cols), this.#current % cols]
    const target = {
      ArrowLeft: [row, col - 1], ArrowRight: [row, col + 1], ArrowUp: [row - 1, col], ArrowDown: [row + 1, col],
      Home: [ctrlKey ? 0 : row, 0], End: [ctrlKey ? rows - 1 : row, cols - 1], PageUp: [0, col], PageDown: [rows - 1, col],
    }[key]
    if (!target) return false
    const [toRow, toCol] = [limit(target[0], rows), limit(target[1], cols)]
    this.#cells[toRow * cols + toCol].focus()
    return true
  }

  #type(cell) {
    if (cell?.dataset.id) this.actions.type(cell.dataset.id)
  }

  #setCurrent(index) {
    this.#cells[this.#current]?.setAttribute('tabindex', '-1')
    this.#current = index
    this.#cells[index]?.setAttribute('tabindex', '0')
  }

  #follow(id, by) {
    this.#chosen?.setAttribute('aria-selected', 'false')
    const well = this.#box.well(id)
    const index = well && well.row >= 0 ? well.row * this.#box.cols + well.col : -1
    this.#chosen = this.#cells[index]
    if (!this.#chosen) return
    this.#chosen.setAttribute('aria-selected', 'true')
    if (by === 'grid') return
    this.#setCurrent(index)
    this.reveal()
  }

  /** Scrolls to the selected well. */
  reveal() {
    if (this.#chosen) reveal(this.#chosen, this.frame)
  }

  /** Moves the focus to the selected well, or to the first. */
  focus() {
    this.#cells[this.#current]?.focus()
  }
}

/** Scrolls only a frame until an element in it is visible. */
export function reveal(element, frame) {
  const [inner, outer] = [element.getBoundingClientRect(), frame.getBoundingClientRect()]
  if (inner.top < outer.top + 32 || inner.bottom > outer.bottom) frame.scrollTop += inner.top - outer.top - outer.height / 2
  if (inner.left < outer.left + 32 || inner.right > outer.right) frame.scrollLeft += inner.left - outer.left - outer.width / 2
}

const numbers = (count) => Array.from({ length: count }, (_, index) => index)
const limit = (value, count) => Math.max(0, Math.min(count - 1, value))
