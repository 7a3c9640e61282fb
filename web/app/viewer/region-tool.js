import { between } from './box-tool.js'
import { cornersOf } from './marks.js'
import { areaOf, simplified } from './simplify.js'

/** Distance from the first corner at which a tap closes the polygon, in CSS pixels. */
const REACH = 22
/** Minimum distance between the ends of a drag, as a share of its length, for a box from corner to corner. */
const STRAIGHT = 0.85

/**
 * Draws a polygon, corner by corner or around something in one drag; a box, by a straight drag; or a line, by its ends.
 */
export class RegionTool {
  /**
   * @param {(corners: [number, number][]) => void} done
   * @param {(count: number) => void} grown called with the number of corners
   */
  constructor(done, grown) {
    this.done = done
    this.grown = grown
    this.corners = []
    this.line = null
    /** Whether the next drawing is a straight line. */
    this.isLine = false
  }

  begin(x, y, scale) {
    this.line = [[x, y]]
    this.scale = scale
    return true
  }

  drag(x, y) {
    const [lastX, lastY] = this.line[this.line.length - 1]
    if (Math.hypot(x - lastX, y - lastY) * this.scale >= 3) this.line.push([x, y])
  }

  drop() {
    const { line } = this
    this.line = null
    if (this.isLine) return this.finishLine(line)
    const corners = boxAlong(line) ?? simplified(line, 2.5 / this.scale)
    if (corners.length >= 3) this.finish(corners)
  }

  abandon() {
    this.line = null
  }

  /** Adds a corner, or closes the polygon. */
  tap(x, y, scale) {
    this.scale = scale
    const [first] = this.corners
    if (this.corners.length >= 3 && Math.hypot(x - first[0], y - first[1]) * scale <= REACH) return this.finish()
    this.corners.push([x, y])
    if (this.isLine && this.finishLine(this.corners)) return
    this.grown(this.corners.length)
  }

  /** Removes the last corner. @returns {boolean} whether there was one */
  back() {
    if (this.corners.length === 0) return false
    this.corners.pop()
    this.grown(this.corners.length)
    return true
  }

  /** Closes the polygon, unless it is a line or too small. */
  finish(corners = this.corners) {
    if (corners.length < 3 || areaOf(corners) * this.scale ** 2 < 100) return
    this.clear()
    this.done(corners.map(([x, y]) => [Math.round(x), Math.round(y)]))
  }

  /** Ends the line, unless it is too short. @returns {boolean} whether it did */
  finishLine(corners) {
    const [from, to] = [corners[0], corners.at(-1)]
    if (Math.hypot(to[0] - from[0], to[1] - from[1]) * this.scale < 10) return false
    this.clear()
    this.done([from, to])
    return true
  }

  clear() {
    this.corners = []
    this.line = null
    this.isLine = false
    this.grown(0)
  }

  paint(painter, context, framing) {
    const box = this.line && !this.isLine && boxAlong(this.line)
    painter.polygon(context, framing, box || (this.line ?? this.corners), Boolean(this.line) || this.corners.length >= 3)
  }
}

/** Returns the box that a straight drag defines; null for a drag around something. */
function boxAlong(line) {
  const [from, to] = [line[0], line.at(-1)]
  const length = line.reduce((sum, [x, y], at) => sum + (at > 0 ? Math.hypot(x - line[at - 1][0], y - line[at - 1][1]) : 0), 0)
  return length > 0 && Math.hypot(to[0] - from[0], to[1] - from[1]) > STRAIGHT * length ? cornersOf(between(from, to)) : null
}
