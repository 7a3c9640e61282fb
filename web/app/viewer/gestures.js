/** How far a finger may move during a tap, in CSS pixels, and the maximum time between two taps, in milliseconds. */
const SLOP = 6
const DOUBLE = 300

/**
 * Recognizes gestures on an element, and passes them to a target in CSS pixels of the element.
 * @typedef {object} GestureTarget
 * @property {(x: number, y: number) => boolean} begin one pointer went down; returns whether to drag instead of panning
 * @property {(x: number, y: number) => void} drag
 * @property {() => void} drop the drag has ended
 * @property {() => void} abandon the drag turned out to be another gesture
 * @property {(dx: number, dy: number) => void} pan
 * @property {(velocityX: number, velocityY: number) => void} fling in pixels per millisecond
 * @property {(x: number, y: number, factor: number) => void} zoom
 * @property {(x: number, y: number) => void} tap
 * @property {(x: number, y: number) => boolean} doubleTap returns whether it had an effect
 * @property {(x: number, y: number) => void} hover
 */
export class Gestures {
  /** @param {HTMLElement} element @param {GestureTarget} target */
  constructor(element, target) {
    this.element = element
    this.target = target
    this.pointers = new Map()
    this.state = 'idle'
    this.lastTap = { time: 0, x: 0, y: 0 }
    this.velocity = { x: 0, y: 0, time: 0 }
    this.pinch = { x: 0, y: 0, distance: 1 }
    element.addEventListener('pointerdown', (event) => this.down(event))
    element.addEventListener('pointermove', (event) => this.move(event))
    element.addEventListener('pointerup', (event) => this.up(event))
    element.addEventListener('pointercancel', (event) => this.cancel(event))
  }

  down(event) {
    if (event.button !== 0 || this.pointers.size === 2) return
    this.element.setPointerCapture(event.pointerId)
    const [x, y] = this.place(event)
    this.pointers.set(event.pointerId, { x, y, startX: x, startY: y })
    if (this.pointers.size === 2) return this.beginPinch()
    this.state = this.target.begin(x, y) ? 'taken' : 'pressed'
    this.velocity.x = this.velocity.y = 0
    this.velocity.time = event.timeStamp
  }

  move(event) {
    const [x, y] = this.place(event)
    const pointer = this.pointers.get(event.pointerId)
    if (!pointer) return this.target.hover(x, y)
    const dx = x - pointer.x
    const dy = y - pointer.y
    if (this.pointers.size === 2) {
      pointer.x = x
      pointer.y = y
      return this.movePinch()
    }
    const strayed = Math.hypot(x - pointer.startX, y - pointer.startY) > SLOP
    if (this.state === 'pressed' && strayed) this.state = 'panning'
    if (this.state === 'taken' && strayed) this.state = 'dragging'
    if (this.state === 'pressed' || this.state === 'taken') return
    pointer.x = x
    pointer.y = y
    if (this.state === 'dragging') return this.target.drag(x, y)
    this.measure(dx, dy, event.timeStamp)
    this.target.pan(dx, dy)
  }

  up(event) {
    const pointer = this.pointers.get(event.pointerId)
    if (!pointer) return
    this.pointers.delete(event.pointerId)
    const state = this.state
    this.state = this.pointers.size === 1 ? 'panning' : 'idle'
    if (state === 'pressed' || state === 'taken') {
      if (state === 'taken') this.target.abandon()
      return this.tap(pointer.startX, pointer.startY, event.timeStamp)
    }
    if (state === 'dragging') return this.target.drop()
    const rested = event.timeStamp - this.velocity.time > 80
    if (state === 'panning' && this.state === 'idle' && !rested) this.target.fling(this.velocity.x, this.velocity.y)
  }

  cancel(event) {
    if (!this.pointers.delete(event.pointerId)) return
    if (this.state === 'taken' || this.state === 'dragging') this.target.abandon()
    this.state = this.pointers.size === 1 ? 'panning' : 'idle'
  }

  tap(x, y, time) {
    const last = this.lastTap
    const isSecond = time - last.time < DOUBLE && Math.hypot(x - last.x, y - last.y) < 30
    this.lastTap = { time: isSecond ? 0 : time, x, y }
    if (!(isSecond && this.target.doubleTap(x, y))) this.target.tap(x, y)
  }

  beginPinch() {
    if (this.state === 'taken' || this.state === 'dragging') this.target.abandon()
    this.state = 'pinching'
    this.readPinch()
  }

  movePinch() {
    const { x, y, distance } = this.pinch
    this.readPinch()
    this.target.pan(this.pinch.x - x, this.pinch.y - y)
    this.target.zoom(this.pinch.x, this.pinch.y, this.pinch.distance / distance)
  }

  /** The positions of the two fingers, and their distance. */
  readPinch() {
    const [a, b] = this.pointers.values()
    this.pinch.x = (a.x + b.x) / 2
    this.pinch.y = (a.y + b.y) / 2
    this.pinch.distance = Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1)
  }

  /** The speed of recent moves; older ones fade. */
  measure(dx, dy, time) {
    const passed = Math.max(time - this.velocity.time, 1)
    const weight = Math.min(passed / 50, 1)
    this.velocity.x += (dx / passed - this.velocity.x) * weight
    this.velocity.y += (dy / passed - this.velocity.y) * weight
    this.velocity.time = time
  }

  place(event) {
    const frame = this.element.getBoundingClientRect()
    return [event.clientX - frame.left, event.clientY - frame.top]
  }
}

/**
 * Zooms by the wheel, and by a pinch on a touchpad, which browsers report as a wheel event with the control key.
 * @param {HTMLElement} element
 * @param {(x: number, y: number, factor: number) => boolean} zoom returns whether anything changed; if not, the page
 *   scrolls
 */
export function listenToWheel(element, zoom) {
  element.addEventListener('wheel', (event) => {
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    const step = Math.max(-240, Math.min(240, event.deltaY * lines))
    const factor = Math.exp(-step * (event.ctrlKey ? 0.01 : 0.002))
    const frame = element.getBoundingClientRect()
    const changed = zoom(event.clientX - frame.left, event.clientY - frame.top, factor)
    if (changed || event.ctrlKey) event.preventDefault()
  }, { passive: false })
}
