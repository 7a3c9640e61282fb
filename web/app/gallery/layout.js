/** Height of a month's title, and room between cells, in CSS pixels. */
export const HEAD = 40
export const GAP = 3
/** Approximate side of a cell, on small and large screens. */
const SIDES = { narrow: 122, wide: 168 }
/** Fewest columns: also the narrowest phone shows three photos side by side. */
const LEAST = 3

/**
 * @typedef {object} Row
 * @property {number} top in CSS pixels from the start
 * @property {number} height
 * @property {string | null} title of a month, for the line above its photos
 * @property {number} first index of the first photo
 * @property {number} count number of photos; 0 for a line with a title
 */

/** The position of each photo: squares in rows, month by month. It stores nothing per photo. */
export class Layout {
  /**
   * @param {{title: string | null, count: number}[]} sections
   * @param {number} width in CSS pixels
   */
  constructor(sections, width) {
    const side = width < 600 ? SIDES.narrow : SIDES.wide
    this.columns = Math.max(LEAST, Math.round((width + GAP) / (side + GAP)))
    this.cell = Math.floor((width - (this.columns - 1) * GAP) / this.columns)
    this.step = this.cell + GAP
    this.sections = []
    let [top, row, index] = [0, 0, 0]
    for (const { title, count } of sections) {
      const head = title === null ? 0 : 1
      const rows = head + Math.ceil(count / this.columns)
      this.sections.push({ title, count, head, rows, top, row, index })
      top += head * HEAD + (rows - head) * this.step
      row += rows
      index += count
    }
    Object.assign(this, { height: top, rows: row, total: index })
  }

  /** @param {number} number @returns {Row} */
  row(number) {
    const section = this.#find('row', number)
    const at = number - section.row
    if (at < section.head) return { top: section.top, height: HEAD, title: section.title, first: section.index, count: 0 }
    const line = at - section.head
    const first = section.index + line * this.columns
    return {
      top: section.top + section.head * HEAD + line * this.step, height: this.cell, title: null, first,
      count: Math.min(this.columns, section.index + section.count - first),
    }
  }

  /** Returns the row at a height. */
  rowAt(y) {
    if (this.rows === 0) return 0
    const section = this.#find('top', y)
    const below = y - section.top - section.head * HEAD
    const line = below < 0 ? 0 : section.head + Math.floor(below / this.step)
    return section.row + Math.min(line, section.rows - 1)
  }

  /** Returns the row of a photo. */
  rowOf(index) {
    const section = this.#find('index', index)
    return section.row + section.head + Math.floor((index - section.index) / this.columns)
  }

  /** Returns the section at a height. */
  sectionAt(y) {
    return this.#find('top', y)
  }

  /** Returns how many rows fit into a height at most: each title has a row of photos below it. */
  most(height) {
    return 2 * Math.ceil(height / Math.min(this.step * 2, this.step + HEAD)) + 4
  }

  /** Returns the photo that an arrow key leads to. */
  neighbor(index, dx, dy) {
    if (dx !== 0) return Math.max(0, Math.min(this.total - 1, index + dx))
    const column = (index - this.#find('index', index).index) % this.columns
    let row = this.rowOf(index) + dy
    if (this.row(Math.max(0, Math.min(this.rows - 1, row))).count === 0) row += dy
    if (row < 0 || row >= this.rows) return index
    const { first, count } = this.row(row)
    return count === 0 ? index : first + Math.min(column, count - 1)
  }

  #find(key, value) {
    let [low, high] = [0, this.sections.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.sections[middle][key] <= value) low = middle
      else high = middle - 1
    }
    return this.sections[low]
  }
}
