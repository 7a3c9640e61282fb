/** Maximum height of the element. Firefox allows 17 million pixels, Chromium 33. */
const MOST = 12_000_000

/**
 * Scrolls a list that is higher than any element may be. The element is lower, and represents a part of the list that
 * moves along: small steps are exact, and long distances are stretched.
 */
export class ScrollSpace {
  #base = 0
  #last = 0

  /** @param {HTMLElement} scroller @param {HTMLElement} spacer as high as the element may be */
  constructor(scroller, spacer, most = MOST) {
    this.scroller = scroller
    this.spacer = spacer
    this.most = most
    this.height = 0
  }

  /** @param {number} height of the list @param {number} [top] position after that */
  resize(height, top = this.top) {
    this.height = height
    this.inner = Math.min(height, this.most)
    this.spacer.style.height = `${this.inner}px`
    this.top = top
  }

  /** The maximum scroll position of the list. */
  get range() {
    return Math.max(0, this.height - this.scroller.clientHeight)
  }

  get #innerRange() {
    return Math.max(0, this.inner - this.scroller.clientHeight)
  }

  /** The scroll position of the list. */
  get top() {
    return Math.max(0, Math.min(this.range, this.scroller.scrollTop + this.#base))
  }

  set top(value) {
    const top = Math.max(0, Math.min(this.range, value))
    const place = this.range === 0 ? 0 : (top / this.range) * this.#innerRange
    this.#base = top - place
    this.scroller.scrollTop = place
    this.#last = this.scroller.scrollTop
    this.#base = top - this.#last
  }

  /** Returns the position in the element for a position in the list. */
  place(y) {
    return y - this.#base
  }

  /** Call this for each scroll event. A long distance comes from the scroll bar, so it means a share of the whole. */
  scrolled() {
    const now = this.scroller.scrollTop
    const isFar = Math.abs(now - this.#last) > 4 * this.scroller.clientHeight
    const isAtEnd = now <= 0 || now >= this.#innerRange - 1
    this.#last = now
    if (this.inner < this.height && (isFar || isAtEnd)) {
      this.#base = (now / Math.max(this.#innerRange, 1)) * this.range - now
    }
  }
}
