/** Draws a new box by dragging. */
export class BoxTool {
  /** @param {(box: {x: number, y: number, width: number, height: number}) => void} done */
  constructor(done) {
    this.done = done
    this.start = null
    this.box = null
  }

  begin(x, y) {
    this.start = [x, y]
    return true
  }

  drag(x, y) {
    this.box = between(this.start, [x, y])
  }

  drop() {
    const { box } = this
    this.abandon()
    if (box && box.width >= 2 && box.height >= 2) this.done(box)
  }

  abandon() {
    this.start = this.box = null
  }

  paint(painter, context, framing) {
    if (this.box) painter.box(context, framing, this.box)
  }
}

/** Returns the upright box between two opposite corners. */
export function between([ax, ay], [bx, by]) {
  return { x: Math.min(ax, bx), y: Math.min(ay, by), width: Math.abs(ax - bx), height: Math.abs(ay - by) }
}
