import { HIGHLIGHT } from './mark-styles.js'

/** Side of the squares at the corners of an editable box, in CSS pixels. */
export const HANDLE = 14

/** Draws the user's drawing in progress: a polygon, a box, handles, the keyboard's crosshair. */
export class SketchPainter {
  /** @param {CanvasRenderingContext2D} context @param {number[][]} corners in pixels of the photo */
  polygon(context, framing, corners, isClosed) {
    if (corners.length === 0) return
    context.beginPath()
    corners.forEach(([x, y], k) => {
      if (k === 0) context.moveTo(framing.viewX(x), framing.viewY(y))
      else context.lineTo(framing.viewX(x), framing.viewY(y))
    })
    if (isClosed) context.closePath()
    context.fillStyle = 'rgba(103, 189, 223, 0.25)'
    context.fill()
    this.line(context)
    const shown = corners.length <= 30 ? corners : [corners[0]]
    for (const [x, y] of shown) this.square(context, framing.viewX(x), framing.viewY(y))
  }

  /** Darkens the area outside the outer polygon, and inside each hole. */
  shade(context, framing, region, exclusions) {
    context.fillStyle = 'rgba(8, 18, 26, 0.5)'
    if (region) {
      context.beginPath()
      context.rect(0, 0, framing.viewWidth, framing.viewHeight)
      this.trace(context, framing, region)
      context.fill('evenodd')
    }
    for (const exclusion of exclusions) {
      context.beginPath()
      this.trace(context, framing, exclusion)
      context.fill()
      this.line(context)
    }
  }

  /**
   * Draws a line around each region, with its name and number if there is room.
   *
   * @param {{name, count, corners}[]} regions
   */
  regions(context, framing, regions) {
    for (const { name, count, corners } of regions) {
      const outline = corners.map(({ x, y }) => [x, y])
      context.beginPath()
      this.trace(context, framing, outline)
      this.line(context)
      const [left, top] = [0, 1].map((side) => Math.min(...outline.map((corner) => corner[side])))
      const width = (Math.max(...outline.map(([x]) => x)) - left) * framing.scale
      this.caption(context, `${name}: ${count}`, framing.viewX(left) + 4, framing.viewY(top) + 4, width - 8)
    }
  }

  caption(context, text, left, top, room) {
    context.font = '600 13px system-ui, sans-serif'
    const width = context.measureText(text).width + 8
    if (width > room) return
    context.fillStyle = 'rgba(8, 18, 26, 0.75)'
    context.fillRect(left, top, width, 20)
    context.fillStyle = '#fff'
    context.textBaseline = 'middle'
    context.textAlign = 'left'
    context.fillText(text, left + 4, top + 10)
  }

  trace(context, framing, corners) {
    corners.forEach(([x, y], k) => {
      if (k === 0) context.moveTo(framing.viewX(x), framing.viewY(y))
      else context.lineTo(framing.viewX(x), framing.viewY(y))
    })
    context.closePath()
  }

  box(context, framing, { x, y, width, height }) {
    context.beginPath()
    context.rect(framing.viewX(x), framing.viewY(y), width * framing.scale, height * framing.scale)
    this.line(context)
  }

  handles(context, framing, { x, y, width, height }) {
    for (const right of [0, 1]) {
      for (const low of [0, 1]) {
        this.square(context, framing.viewX(x + right * width), framing.viewY(y + low * height))
      }
    }
  }

  crosshair(context, framing, { x, y }) {
    const [across, down] = [framing.viewX(x), framing.viewY(y)]
    context.beginPath()
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      context.moveTo(across + 5 * dx, down + 5 * dy)
      context.lineTo(across + 22 * dx, down + 22 * dy)
    }
    this.line(context)
  }

  /** Strokes the path so that it is visible on any photo. */
  line(context) {
    context.setLineDash([])
    context.lineJoin = 'round'
    context.strokeStyle = HIGHLIGHT.rim
    context.lineWidth = 5
    context.stroke()
    context.strokeStyle = HIGHLIGHT.color
    context.lineWidth = 2.5
    context.stroke()
  }

  square(context, x, y) {
    context.fillStyle = HIGHLIGHT.rim
    context.fillRect(x - HANDLE / 2, y - HANDLE / 2, HANDLE, HANDLE)
    context.fillStyle = '#fff'
    context.fillRect(x - HANDLE / 2 + 2, y - HANDLE / 2 + 2, HANDLE - 4, HANDLE - 4)
  }
}
