import { h } from '../dom.js'
import { fill } from '../format.js'
import { tick } from '../gestures/haptics.js'
import { strings } from '../strings.js'
import { cropOf } from './crop.js'
import { borderOf, isIn, movingBorder, rowOf } from './strip-row.js'

const texts = strings.count.strip
/** Width of one picture plus the gap beside it, in CSS pixels. */
const STEP = 60
/** Number of pictures created beyond the visible ones, on either side. */
const BEYOND = 4
/** Distance from an end of the strip at which a drag scrolls it, and the length of each step, in CSS pixels. */
const [EDGE, PULL] = [16, 12]
const KEYS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10, Home: -Infinity, End: Infinity }

/**
 * A row of small pictures of the detections, most certain first, with the border between those that count and those
 * that do not. A tap, a drag or a key moves the border; the number and the marks follow.
 */
export class Strip {
  /** @param {import('./session.js').CountSession} session */
  constructor(session) {
    this.session = session
    this.items = new Map()
    this.handle = h('div', {
      class: 'strip-border', role: 'slider', tabindex: 0, 'aria-label': texts.label, 'aria-valuemin': 0,
      onkeydown: (event) => this.press(event), onpointerdown: (event) => this.grab(event),
    })
    this.row = h('div', { class: 'strip-row', onclick: (event) => this.tap(event) }, this.handle)
    this.scroller = h('div', { class: 'strip-scroll', onscroll: () => this.draw() }, this.row)
    this.text = h('output', { class: 'strip-text hint' })
    this.element = h('section', { class: 'card strip', hidden: true, 'aria-label': texts.title },
      h('div', { class: 'strip-head' }, h('h2', {}, texts.title), this.text), this.scroller, h('p', { class: 'hint' }, texts.hint))
    new ResizeObserver(() => this.draw()).observe(this.scroller)
  }

  /** @param {ImageBitmap} picture the photo, at any size */
  setPicture(picture) {
    this.picture = picture
    this.forget()
    this.update()
  }

  /** Hides the strip when the photo is no longer available. */
  gone() {
    this.isGone = true
    this.update()
  }

  update() {
    const { result, corrections } = this.session
    if (result !== this.result) {
      this.result = result
      this.things = rowOf(result)
      this.forget()
    }
    const before = this.border
    this.border = borderOf(result, corrections, this.things)
    const isNew = this.element.hidden
    // Its room is reserved before the photo has loaded, so that what is below does not move.
    this.element.hidden = !this.session.photo || this.isGone || this.things.length < 2
    const all = this.things.length
    // Things added by hand have no place in the order, but count.
    const added = corrections.added?.length ?? 0
    this.text.textContent = fill(texts.value, { count: this.border + added, all: all + added })
    this.row.style.width = `${all * STEP}px`
    this.handle.style.left = `${this.border * STEP}px`
    for (const [name, value] of [['now', this.border], ['max', all], ['text', this.text.textContent]]) {
      this.handle.setAttribute(`aria-value${name}`, value)
    }
    this.draw()
    if (isNew) this.scroller.scrollLeft = this.border * STEP - this.scroller.clientWidth / 2
    // Undo may move the border out of sight; during a drag the user sees it anyway.
    else if (before !== this.border && !this.isDragging) this.reveal()
  }

  forget() {
    for (const element of this.items.values()) element.remove()
    this.items.clear()
  }

  /** Creates the visible pictures, and removes the others. */
  draw() {
    // The photo is released with its page.
    if (this.element.hidden || !this.element.isConnected || !this.picture?.width) return
    const { scrollLeft, clientWidth } = this.scroller
    const first = Math.max(0, Math.floor(scrollLeft / STEP) - BEYOND)
    const last = Math.min(this.things.length, Math.ceil((scrollLeft + clientWidth) / STEP) + BEYOND)
    for (const [place, element] of this.items) {
      if (place >= first && place < last) continue
      element.remove()
      this.items.delete(place)
    }
    const { result, corrections } = this.session
    for (let place = first; place < last; place += 1) {
      if (!this.items.has(place)) this.make(place)
      const item = this.items.get(place)
      item.classList.toggle('is-in', isIn(result, corrections, this.things[place]))
    }
  }

  make(place) {
    const element = h('div', { class: 'strip-item', dataset: { place }, style: { left: `${place * STEP}px` } },
      cropOf(this.picture, this.session.result, this.things[place].box))
    this.items.set(place, element)
    this.row.append(element)
  }

  /** @param {number} to number of counted items from the left @param {boolean} [isSame] part of the same undo step */
  move(to, isSame = false) {
    const border = Math.min(Math.max(to, 0), this.things.length)
    if (border === this.border) return
    const { session } = this
    const corrections = movingBorder(session.result, session.corrections, this.things, this.border, border)
    if (isSame) session.amend(corrections)
    else session.correct(corrections)
  }

  /** Moves the border to the other side of the tapped picture. */
  tap({ target }) {
    const place = Number(target.closest('.strip-item')?.dataset.place ?? NaN)
    if (Number.isNaN(place)) return
    this.move(place >= this.border ? place + 1 : place)
    this.handle.focus({ preventScroll: true })
  }

  press(event) {
    const by = KEYS[event.key]
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    this.move(this.border + by)
  }

  reveal() {
    const { scrollLeft, clientWidth } = this.scroller
    const at = this.border * STEP
    if (at < scrollLeft + 2 * STEP || at > scrollLeft + clientWidth - STEP) this.scroller.scrollLeft = at - clientWidth / 2
  }

  /** Drags the border, and scrolls the strip at its ends. */
  grab(event) {
    event.preventDefault()
    this.handle.focus({ preventScroll: true })
    this.handle.setPointerCapture(event.pointerId)
    const life = new AbortController()
    this.isDragging = true
    let [x, hasMoved, isDragged] = [event.clientX, false, false]
    const follow = () => {
      const before = this.border
      this.move(Math.round((x - this.row.getBoundingClientRect().left) / STEP), hasMoved)
      if (this.border === before) return
      hasMoved = true
      tick(5)
    }
    const pull = () => {
      if (life.signal.aborted) return
      const { left, right } = this.scroller.getBoundingClientRect()
      const by = !isDragged ? 0 : x < left + EDGE ? -PULL : x > right - EDGE ? PULL : 0
      const before = this.scroller.scrollLeft
      this.scroller.scrollLeft += by
      if (this.scroller.scrollLeft !== before) follow()
      requestAnimationFrame(pull)
    }
    this.handle.addEventListener('pointermove', (move) => { [x, isDragged] = [move.clientX, true]; follow() }, { signal: life.signal })
    for (const name of ['pointerup', 'pointercancel']) {
      this.handle.addEventListener(name, () => { this.isDragging = false; life.abort() }, { signal: life.signal })
    }
    requestAnimationFrame(pull)
  }
}
