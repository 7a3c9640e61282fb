import { h } from '../dom.js'
import { strings } from '../strings.js'
import { Layout } from './layout.js'
import { GridRow } from './row.js'
import { ScrollSpace } from './scroll-space.js'

/** Height kept ready above and below, as a share of the visible height. */
const SPARE = 0.6
/** Views per second above which only placeholders are shown: no more can be seen, and nothing arrives late. */
const FAST = 4
/** Time without movement after which scrolling counts as stopped, in milliseconds. */
const REST = 60

/**
 * A grid of any number of photos with a fixed number of elements.
 *
 * Fires `moved` when another part becomes visible, and `drawn` after cells were filled.
 */
export class Grid extends EventTarget {
  #rows = []
  #frame = 0
  #rest
  #last = { top: 0, time: 0, direction: 1, speed: 0 }
  /** The photo that keys act on. */
  active = 0
  isSelected = () => false

  /** @param {import('./store.js').PhotoStore} store @param {{title: string | null, count: number}[]} sections */
  constructor(store, sections) {
    super()
    this.store = store
    this.sections = sections
    this.body = h('div', { class: 'grid-body', role: 'presentation' })
    this.spacer = h('div', { class: 'grid-spacer', role: 'presentation' }, this.body)
    this.element = h('div', { class: 'grid', role: 'grid', tabindex: '0', 'aria-label': strings.gallery.grid,
      'aria-multiselectable': 'true' }, this.spacer)
    this.space = new ScrollSpace(this.element, this.spacer)
    this.element.addEventListener('scroll', () => this.#scrolled(), { passive: true })
    store.addEventListener('photos', () => this.invalidate())
  }

  /** Starts drawing; call it once the element is in the page. @param {number} [index] the photo at the top */
  begin(index = 0, signal) {
    const watch = new ResizeObserver(() => this.#resize())
    watch.observe(this.element)
    signal.addEventListener('abort', () => {
      watch.disconnect()
      cancelAnimationFrame(this.#frame)
      clearTimeout(this.#rest)
    }, { once: true })
    this.#resize(index)
  }

  /** The first visible photo. */
  get first() {
    return this.layout.row(this.layout.rowAt(this.space.top + this.layout.cell / 2)).first
  }

  /** Sets months that have changed their lengths. */
  set months(sections) {
    this.sections = sections
    this.#resize(this.first, true)
  }

  invalidate() {
    this.#frame ||= requestAnimationFrame((now) => this.#draw(now))
  }

  /** Returns the cell that shows a photo now, if any. @returns {import('./cell.js').Cell | undefined} */
  cellOf(index) {
    for (const row of this.#rows) {
      for (const cell of row.cells) if (cell.index === index) return cell
    }
    return undefined
  }

  /** Scrolls a photo into view. */
  reveal(index) {
    const { top, height } = this.layout.row(this.layout.rowOf(index))
    const view = this.element.clientHeight
    const room = 44
    if (top - room < this.space.top) this.space.top = top - room
    else if (top + height > this.space.top + view) this.space.top = top + height - view + 4
    this.invalidate()
  }

  /** Whether a photo is at least partly visible. */
  isSeen(index) {
    const { top, height } = this.layout.row(this.layout.rowOf(index))
    return top + height > this.space.top && top < this.space.top + this.element.clientHeight
  }

  get isFast() {
    return this.#last.speed > FAST
  }

  #resize(index, isForced = false) {
    const width = this.element.clientWidth
    const view = this.element.clientHeight
    if (width === 0 || view === 0) return
    const kept = index ?? (this.layout ? this.first : 0)
    const before = this.layout
    this.layout = new Layout(this.sections, width)
    const isSame = !isForced && before?.columns === this.layout.columns && before.cell === this.layout.cell
    this.element.style.setProperty('--cell', `${this.layout.cell}px`)
    this.element.setAttribute('aria-rowcount', this.layout.rows)
    this.element.setAttribute('aria-colcount', this.layout.columns)
    this.#makeRows(this.layout.most(view * (1 + 2 * SPARE)))
    if (!isSame) for (const row of this.#rows) row.hide()
    if (isSame && index === undefined) return this.#stay()
    const at = kept === 0 ? 0 : Math.max(0, this.layout.row(this.layout.rowOf(kept)).top - 44)
    this.space.resize(this.layout.height, at)
    this.#draw(performance.now())
    this.dispatchEvent(new Event('moved'))
  }

  /** Handles a change of the visible size, and keeps the active photo visible. */
  #stay() {
    if (document.activeElement === this.element && !this.isSeen(this.active)) this.reveal(this.active)
    this.invalidate()
    this.dispatchEvent(new Event('moved'))
  }

  #makeRows(count) {
    const { columns } = this.layout
    if (this.#rows.length >= count && this.#rows[0].cells.length === columns) return
    this.#rows = Array.from({ length: count }, () => new GridRow(columns))
    this.body.replaceChildren(...this.#rows.map(({ element }) => element))
  }

  #scrolled() {
    this.space.scrolled()
    const now = performance.now()
    const { top, time, direction } = this.#last
    const moved = this.space.top - top
    const passed = Math.max(now - time, 8)
    const speed = (Math.abs(moved) / this.element.clientHeight) * (1000 / passed)
    this.#last = { top: this.space.top, time: now, direction: Math.sign(moved) || direction, speed }
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => {
      this.#last.speed = 0
      this.invalidate()
    }, REST)
    this.invalidate()
  }

  #draw() {
    this.#frame = 0
    if (!this.layout || this.layout.total === 0) return
    const view = this.element.clientHeight
    const spare = view * SPARE
    const from = this.layout.rowAt(Math.max(0, this.space.top - spare))
    const to = Math.min(this.layout.rowAt(this.space.top + view + spare), from + this.#rows.length - 1)
    const [first, last] = [this.layout.row(from).first, this.#lastOf(this.layout.row(to))]
    this.store.need(first, last, this.#last.direction)
    // Visible photos come first: requests are answered in order.
    const middle = this.layout.rowAt(this.space.top + view / 2)
    const used = new Set()
    const order = Array.from({ length: to - from + 1 }, (_, at) => from + at)
      .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
    for (const number of order) {
      const row = this.#rows[number % this.#rows.length]
      used.add(row)
      const shape = this.layout.row(number)
      row.place(number, shape, this.space.place(shape.top))
      if (shape.count > 0) this.#fill(row)
    }
    for (const row of this.#rows) if (!used.has(row)) row.hide()
    this.#tellActive()
    this.dispatchEvent(new Event('drawn'))
  }

  #lastOf({ first, count }) {
    return first + Math.max(count, 1) - 1
  }

  #fill(row) {
    for (const cell of row.cells) {
      if (cell.index < 0) continue
      const photo = this.store.photo(cell.index)
      if (photo) cell.show(photo, this.store.query)
      if (!this.isFast) cell.load()
      cell.mark(photo ? this.isSelected(photo.id) : false, cell.index === this.active)
    }
  }

  #tellActive() {
    const cell = this.cellOf(this.active)
    if (cell) this.element.setAttribute('aria-activedescendant', cell.element.id)
    else this.element.removeAttribute('aria-activedescendant')
  }
}
