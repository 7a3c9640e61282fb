import { between } from './box-tool.js'

/** Distance from a corner of a box at which a drag resizes it, in CSS pixels. */
const REACH = 20

/** Moves the selected box, or drags one of its corners, if the box is editable. */
export class EditTool {
  /**
   * @param {() => {x: number, y: number, width: number, height: number} | null} current returns the editable box
   * @param {(box: object) => void} change called with each new box
   * @param {() => void} done
   */
  constructor(current, change, done) {
    this.current = current
    this.change = change
    this.done = done
    this.hold = null
  }

  /** @param {number} scale CSS pixels per pixel of the photo */
  begin(x, y, scale) {
    const box = this.current()
    if (!box) return false
    const corner = cornerNear(box, x, y, REACH / scale)
    const isInside = x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height
    if (!corner && !isInside) return false
    this.hold = { box, corner, x, y }
    return true
  }

  drag(x, y) {
    const { box, corner } = this.hold
    const moved = { ...box, x: box.x + x - this.hold.x, y: box.y + y - this.hold.y }
    const next = corner ? between(corner, [x, y]) : moved
    if (next.width >= 2 && next.height >= 2) this.change(next)
  }

  drop() {
    this.hold = null
    this.done()
  }

  abandon() {
    if (this.hold) this.change(this.hold.box)
    this.hold = null
  }

  /** Moves the box. @returns {boolean} whether there is one */
  move(dx, dy) {
    return this.alter((box) => ({ ...box, x: box.x + dx, y: box.y + dy }))
  }

  /** Makes the box larger or smaller around its center. @returns {boolean} whether there is one */
  stretch(factor) {
    return this.alter(({ x, y, width, height }) => ({
      x: x - (width * (factor - 1)) / 2, y: y - (height * (factor - 1)) / 2,
      width: width * factor, height: height * factor,
    }))
  }

  alter(of) {
    const box = this.current()
    if (!box) return false
    this.change(of(box))
    this.done()
    return true
  }

  paint(painter, context, framing) {
    const box = this.current()
    if (box) painter.handles(context, framing, box)
  }
}

/** Returns the corner opposite to the one nearby; null if none is near. */
function cornerNear({ x, y, width, height }, px, py, reach) {
  for (const right of [0, 1]) {
    for (const low of [0, 1]) {
      if (Math.hypot(x + right * width - px, y + low * height - py) > reach) continue
      return [x + (1 - right) * width, y + (1 - low) * height]
    }
  }
  return null
}
