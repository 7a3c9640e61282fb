import { h } from '../dom.js'
import { strings } from '../strings.js'

/** Minimum distance between the labels of years, in CSS pixels. */
const ROOM = 22

/** The timeline beside the grid: it jumps to any month. */
export class Scrubber {
  #years = h('div', { class: 'scrubber-years', 'aria-hidden': 'true' })
  #thumb = h('div', { class: 'scrubber-thumb', 'aria-hidden': 'true' })
  #bubble = h('div', { class: 'scrubber-bubble', 'aria-hidden': 'true', hidden: true })

  /** @param {import('./grid.js').Grid} grid */
  constructor(grid) {
    this.grid = grid
    this.element = h('div', { class: 'scrubber', role: 'slider', tabindex: '0', 'aria-orientation': 'vertical',
      'aria-label': strings.gallery.scrubber, 'aria-valuemin': '0' }, this.#years, this.#thumb, this.#bubble)
    grid.element.addEventListener('scroll', () => this.show(), { passive: true })
    grid.addEventListener('moved', () => this.begin())
    this.element.addEventListener('pointerdown', (event) => this.#down(event))
    this.element.addEventListener('pointermove', (event) => this.#move(event))
    for (const name of ['pointerup', 'pointercancel']) this.element.addEventListener(name, () => this.#up())
    this.element.addEventListener('keydown', (event) => this.#key(event))
  }

  /** Updates the labels of the years. */
  begin() {
    const { layout, space } = this.grid
    if (!layout || layout.total === 0) return
    const sections = layout.sections.filter(({ title }) => title !== null)
    this.element.hidden = sections.length === 0 || space.range === 0
    if (this.element.hidden) return
    const height = this.element.clientHeight
    let [last, year] = [-Infinity, '']
    const names = []
    for (const { title, top } of sections) {
      // Of months that share rows, the newest stands first.
      const name = title.match(/\d{4}/g)?.at(-1) ?? title
      const y = Math.min(1, top / space.range) * (height - 16)
      if (name === year || y - last < ROOM) continue
      names.push(h('span', { style: { top: `${y}px` } }, name))
      ;[last, year] = [y, name]
    }
    this.#years.replaceChildren(...names)
    this.element.setAttribute('aria-valuemax', layout.sections.length - 1)
    this.show()
  }

  show() {
    const { layout, space } = this.grid
    if (!layout || this.element.hidden || space.range === 0) return
    const share = space.top / space.range
    this.#thumb.style.transform = `translateY(${share * (this.element.clientHeight - 18)}px)`
    const section = layout.sectionAt(space.top + 1)
    const at = layout.sections.indexOf(section)
    if (this.element.getAttribute('aria-valuenow') === String(at)) return
    this.element.setAttribute('aria-valuenow', at)
    this.element.setAttribute('aria-valuetext', section.title ?? '')
    this.#bubble.textContent = section.title ?? ''
  }

  #down(event) {
    if (event.button !== 0) return
    this.element.setPointerCapture(event.pointerId)
    this.#bubble.hidden = false
    this.isDragged = true
    this.#go(event)
  }

  #move(event) {
    if (this.isDragged) this.#go(event)
  }

  #up() {
    this.isDragged = false
    this.#bubble.hidden = true
  }

  #go(event) {
    const frame = this.element.getBoundingClientRect()
    const share = Math.max(0, Math.min(1, (event.clientY - frame.top) / frame.height))
    this.grid.space.top = share * this.grid.space.range
    const y = Math.max(20, Math.min(frame.height - 20, share * frame.height))
    this.#bubble.style.transform = `translateY(${y}px) translateY(-50%)`
    this.show()
  }

  #key(event) {
    const { layout, space } = this.grid
    const at = layout.sections.indexOf(layout.sectionAt(space.top + 1))
    const last = layout.sections.length - 1
    const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, PageDown: at + 12,
      PageUp: at - 12, Home: 0, End: last }[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    space.top = layout.sections[Math.max(0, Math.min(last, to))].top
    this.show()
  }
}
