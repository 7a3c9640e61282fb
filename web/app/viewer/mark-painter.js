import { BadgePainter } from './badge-painter.js'
import { Glyphs } from './glyphs.js'
import { LabelPainter } from './label-painter.js'
import { HIGHLIGHT, RIM } from './mark-styles.js'

const ROOM_FOR_GLYPH = 34
const ROOM_FOR_LINE = 24

/** Draws marks. Marks outside the view are skipped, and nothing is allocated per frame. */
export class MarkPainter {
  constructor() {
    this.glyphs = new Glyphs()
    this.labels = new LabelPainter()
    this.badges = new BadgePainter()
    /** @type {'numbers' | 'confidence' | 'boxes' | 'dots' | 'none'} */
    this.look = 'numbers'
    this.view = { left: 0, top: 0, right: 0, bottom: 0 }
  }

  /**
   * @param {CanvasRenderingContext2D} context in CSS pixels
   * @param {import('./marks.js').Marks} marks
   * @param {import('./framing.js').Framing} framing
   * @param {number} density
   */
  draw(context, marks, framing, density) {
    this.glyphs.setDensity(density)
    const { view } = this
    view.left = framing.photoX(0)
    view.top = framing.photoY(0)
    view.right = framing.photoX(framing.viewWidth)
    view.bottom = framing.photoY(framing.viewHeight)
    if (this.look === 'none') return
    if (this.look === 'dots') return this.drawDots(context, marks, framing)
    for (const group of marks.order) this.drawLines(context, marks, framing, group)
    for (const group of marks.order) if (group.style.glyph) this.drawGlyphs(context, marks, framing, group)
    const sees = (index) => this.sees(marks.bounds, index)
    if (this.look === 'numbers') this.labels.draw(context, marks, framing, sees)
    if (this.look !== 'boxes') this.badges.draw(context, marks, framing, sees, this.look === 'confidence' ? 'confidence' : 'badge')
  }

  /** Draws all marks of one style: first a light rim that is visible on dark photos, then the line. */
  drawLines(context, marks, framing, { style, members }) {
    // Lines of the usual width would cover the contents of small marks.
    const thin = Math.max(0.5, Math.min(1, (marks.usualSide * framing.scale) / ROOM_FOR_LINE))
    context.lineJoin = 'miter'
    context.setLineDash(NONE)
    context.strokeStyle = style.rim ?? RIM
    context.lineWidth = (style.width + 2) * thin
    this.strokeAll(context, marks, framing, members, style.radius)
    context.setLineDash(style.dash)
    context.lineWidth = style.width * thin
    if (style.alpha) {
      context.strokeStyle = UNDERCOAT
      this.strokeAll(context, marks, framing, members, style.radius)
    }
    context.globalAlpha = style.alpha ?? 1
    context.strokeStyle = style.color
    this.strokeAll(context, marks, framing, members, style.radius)
    context.globalAlpha = 1
  }

  /** Draws a dot in the center of each mark, for when boxes would cover the photo. */
  drawDots(context, marks, framing) {
    context.setLineDash(NONE)
    context.lineWidth = 1.5
    context.strokeStyle = RIM
    for (const { style, members } of marks.order) {
      context.fillStyle = style.color
      for (const i of members) if (this.sees(marks.bounds, i)) this.drawDot(context, marks.bounds, i, framing)
    }
  }

  drawDot(context, bounds, i, framing) {
    const [left, top, right, bottom] = [0, 1, 2, 3].map((side) => bounds[i * 4 + side])
    const radius = Math.max(2, Math.min(7, (Math.min(right - left, bottom - top) * framing.scale) / 6))
    context.beginPath()
    context.arc(framing.viewX((left + right) / 2), framing.viewY((top + bottom) / 2), radius, 0, 2 * Math.PI)
    context.fill()
    context.stroke()
  }

  /** As measured, browsers without a graphics card draw upright boxes one by one faster than all as one path. */
  strokeAll(context, marks, framing, members, radius = 0) {
    const { bounds, corners, isUpright, list } = marks
    const { scale, x, y } = framing
    let isTilted = false
    context.beginPath()
    for (let k = 0; k < members.length; k += 1) {
      const i = members[k]
      if (!this.sees(bounds, i)) continue
      const at = i * 4
      if (!isUpright[i] || radius > 0) {
        if (list[i].outline) traceOutline(context, list[i].outline, framing)
        else if (radius > 0) traceRound(context, corners, i, framing, radius)
        else trace(context, corners, i, framing)
        isTilted = true
      } else {
        context.strokeRect(
          bounds[at] * scale + x, bounds[at + 1] * scale + y, (bounds[at + 2] - bounds[at]) * scale,
          (bounds[at + 3] - bounds[at + 1]) * scale)
      }
    }
    if (isTilted) context.stroke()
  }

  drawGlyphs(context, marks, framing, { style, members }) {
    const { bounds } = marks
    for (let k = 0; k < members.length; k += 1) {
      const at = members[k] * 4
      if (!this.sees(bounds, members[k]) || (bounds[at + 2] - bounds[at]) * framing.scale < ROOM_FOR_GLYPH) continue
      this.glyphs.draw(context, style.glyph, style.color, framing.viewX(bounds[at]), framing.viewY(bounds[at + 1]))
    }
  }

  /** Draws the selected mark so that it is visible on any photo. */
  drawSelected(context, marks, index, framing, isFocused) {
    context.beginPath()
    trace(context, marks.corners, index, framing)
    context.setLineDash(NONE)
    context.lineJoin = 'round'
    context.strokeStyle = HIGHLIGHT.rim
    context.lineWidth = HIGHLIGHT.width + (isFocused ? 5 : 3)
    context.stroke()
    context.strokeStyle = HIGHLIGHT.color
    context.lineWidth = HIGHLIGHT.width
    context.stroke()
  }

  sees(bounds, i) {
    const { view } = this
    const at = i * 4
    return bounds[at + 2] >= view.left && bounds[at] <= view.right
      && bounds[at + 3] >= view.top && bounds[at + 1] <= view.bottom
  }
}

const NONE = []
/** Below a translucent line. */
const UNDERCOAT = 'rgba(13, 31, 43, 0.45)'

function trace(context, corners, index, { scale, x, y }) {
  const at = index * 8
  context.moveTo(corners[at] * scale + x, corners[at + 1] * scale + y)
  context.lineTo(corners[at + 2] * scale + x, corners[at + 3] * scale + y)
  context.lineTo(corners[at + 4] * scale + x, corners[at + 5] * scale + y)
  context.lineTo(corners[at + 6] * scale + x, corners[at + 7] * scale + y)
  context.closePath()
}

function traceOutline(context, outline, { scale, x, y }) {
  context.moveTo(outline[0].x * scale + x, outline[0].y * scale + y)
  for (let k = 1; k < outline.length; k += 1) context.lineTo(outline[k].x * scale + x, outline[k].y * scale + y)
  context.closePath()
}

/** The same with rounded corners, as far as the sides have room for them. */
function traceRound(context, corners, index, { scale, x, y }, radius) {
  const at = index * 8
  const point = (k) => [corners[at + 2 * (k % 4)] * scale + x, corners[at + 2 * (k % 4) + 1] * scale + y]
  const [[ax, ay], [bx, by], [cx, cy]] = [point(0), point(1), point(2)]
  const room = Math.min(Math.hypot(bx - ax, by - ay), Math.hypot(cx - bx, cy - by)) / 2
  context.moveTo((ax + bx) / 2, (ay + by) / 2)
  for (let k = 1; k <= 4; k += 1) context.arcTo(...point(k), ...point(k + 1), Math.min(radius, room))
  context.closePath()
}
