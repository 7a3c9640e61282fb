import { Glyphs } from './glyphs.js'
import { HIGHLIGHT, RIM } from './mark-styles.js'

/** More labels than this in view would cover the photo, and take long to draw. */
const LABELS = 80
const ROOM_FOR_GLYPH = 34
/** Labels are drawn when things of the usual size have this room, so that it is all of them or none. */
const ROOM_FOR_LABEL = 26

/** Draws marks. What is not in view is passed over, and nothing is made new for a frame. */
export class MarkPainter {
  constructor() {
    this.glyphs = new Glyphs()
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
    for (const group of marks.order) this.drawLines(context, marks, framing, group)
    for (const group of marks.order) if (group.style.glyph) this.drawGlyphs(context, marks, framing, group)
    this.drawLabels(context, marks, framing)
  }

  /** All marks of one style: first a light rim that is seen on dark photos, then the line. */
  drawLines(context, marks, framing, { style, members }) {
    context.lineJoin = 'miter'
    context.setLineDash(NONE)
    context.strokeStyle = RIM
    context.lineWidth = style.width + 2
    this.strokeAll(context, marks, framing, members)
    context.setLineDash(style.dash)
    context.strokeStyle = style.color
    context.lineWidth = style.width
    this.strokeAll(context, marks, framing, members)
  }

  /** Measured: browsers without a graphics card draw upright boxes one by one faster than all of them as one path. */
  strokeAll(context, marks, framing, members) {
    const { bounds, corners, isUpright } = marks
    const { scale, x, y } = framing
    let isTilted = false
    context.beginPath()
    for (let k = 0; k < members.length; k += 1) {
      const i = members[k]
      if (!this.sees(bounds, i)) continue
      const at = i * 4
      if (!isUpright[i]) {
        trace(context, corners, i, framing)
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

  drawLabels(context, marks, framing) {
    const { bounds, list } = marks
    if (marks.usualSide * framing.scale < ROOM_FOR_LABEL) return
    let seen = 0
    for (let i = 0; i < list.length; i += 1) if (this.isLabelled(marks, i, framing)) seen += 1
    if (seen === 0 || seen > LABELS) return
    context.font = '600 13px system-ui, sans-serif'
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.lineJoin = 'round'
    context.setLineDash(NONE)
    context.lineWidth = 3
    context.strokeStyle = '#fff'
    context.fillStyle = '#10222e'
    for (let i = 0; i < list.length; i += 1) {
      if (!this.isLabelled(marks, i, framing)) continue
      const x = framing.viewX((bounds[i * 4] + bounds[i * 4 + 2]) / 2)
      const y = framing.viewY((bounds[i * 4 + 1] + bounds[i * 4 + 3]) / 2)
      context.strokeText(list[i].label, x, y)
      context.fillText(list[i].label, x, y)
    }
  }

  isLabelled({ bounds, list }, i, { scale }) {
    const { label } = list[i]
    return Boolean(label) && (bounds[i * 4 + 2] - bounds[i * 4]) * scale >= label.length * 7 && this.sees(bounds, i)
  }

  /** The mark that is selected, seen on any photo. */
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

function trace(context, corners, index, { scale, x, y }) {
  const at = index * 8
  context.moveTo(corners[at] * scale + x, corners[at + 1] * scale + y)
  context.lineTo(corners[at + 2] * scale + x, corners[at + 3] * scale + y)
  context.lineTo(corners[at + 4] * scale + x, corners[at + 5] * scale + y)
  context.lineTo(corners[at + 6] * scale + x, corners[at + 7] * scale + y)
  context.closePath()
}
