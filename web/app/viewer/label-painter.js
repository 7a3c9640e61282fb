/** Maximum number of labels in view: more would cover the photo, and take long to draw. */
const MOST = 120
/** Minimum typical room for labels, in CSS pixels, so that either all are drawn or none. */
const ROOM = 26
/** Maximum width of a character, in CSS pixels, inside a mark and above it. */
const LETTER = { inside: 7, above: 7.4 }
const FONTS = { inside: '600 13px system-ui, sans-serif', above: '600 11px system-ui, sans-serif' }
const COLORS = { inside: '#10222e', above: '#a6213b' }
const HALO = '#fff'
const NONE = []

/**
 * Draws the labels of marks: inside them, or above those that request it, if there is room up to the next mark. If
 * there is too little room for all, the short forms are drawn.
 */
export class LabelPainter {
  /**
   * @param {CanvasRenderingContext2D} context in CSS pixels
   * @param {import('./marks.js').Marks} marks
   * @param {import('./framing.js').Framing} framing
   * @param {(index: number) => boolean} sees whether a mark is in view
   */
  draw(context, marks, framing, sees) {
    const room = marks.usualRoom * framing.scale
    if (room < ROOM) return
    const isShort = room < marks.longest * LETTER.above
    const { list } = marks
    let seen = 0
    for (let i = 0; i < list.length; i += 1) if (textOf(list[i], isShort) && sees(i)) seen += 1
    if (seen === 0 || seen > MOST) return
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.lineJoin = 'round'
    context.setLineDash(NONE)
    context.lineWidth = 3
    context.strokeStyle = HALO
    for (let i = 0; i < list.length; i += 1) if (sees(i)) this.write(context, marks, i, framing, isShort)
  }

  write(context, { list, bounds, roomOf }, i, framing, isShort) {
    const text = textOf(list[i], isShort)
    const where = list[i].isAbove ? 'above' : 'inside'
    if (!text || roomOf[i] * framing.scale < text.length * LETTER[where]) return
    const at = i * 4
    const x = framing.viewX((bounds[at] + bounds[at + 2]) / 2)
    const y = where === 'above' ? framing.viewY(bounds[at + 1]) - 8 : framing.viewY((bounds[at + 1] + bounds[at + 3]) / 2)
    context.font = FONTS[where]
    context.fillStyle = COLORS[where]
    context.strokeText(text, x, y)
    context.fillText(text, x, y)
  }
}

const textOf = ({ label, short }, isShort) => (isShort ? short ?? label : label)
