import { h } from '../dom.js'
import { Cell } from './cell.js'

/** One line of the grid: the title of a month, or photos. It is reused for another line when it scrolls out of view. */
export class GridRow {
  number = -1

  /** @param {number} columns */
  constructor(columns) {
    this.title = h('div', { class: 'grid-month', role: 'gridcell', 'aria-colspan': columns, hidden: true })
    this.cells = Array.from({ length: columns }, () => new Cell())
    this.element = h('div', { class: 'grid-row', role: 'row', hidden: true },
      this.title, this.cells.map(({ element }) => element))
  }

  /** @param {number} number @param {import('./layout.js').Row} row @param {number} y where it is put */
  place(number, row, y) {
    this.element.style.transform = `translateY(${y}px)`
    if (this.number === number) return
    this.number = number
    this.element.hidden = false
    this.element.setAttribute('aria-rowindex', number + 1)
    this.element.style.height = `${row.height}px`
    this.title.hidden = row.title === null
    this.title.textContent = row.title ?? ''
    this.cells.forEach((cell, column) => cell.place(column < row.count ? row.first + column : -1, column))
  }

  hide() {
    if (this.number < 0) return
    this.number = -1
    this.element.hidden = true
    for (const cell of this.cells) cell.place(-1, 0)
  }
}
