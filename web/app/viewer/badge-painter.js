const FONT = '600 11px system-ui, sans-serif'
const LETTER = 6.6
const HEIGHT = 16
const INSET = 3
const GROUND = 'rgba(8, 18, 26, 0.85)'

/** Draws the badges in the upper right corners of marks, if most marks in view are wide enough for theirs. */
export class BadgePainter {
  /**
   * @param {CanvasRenderingContext2D} context in CSS pixels
   * @param {import('./marks.js').Marks} marks
   * @param {import('./framing.js').Framing} framing
   * @param {(index: number) => boolean} sees whether a mark is in view
   * @param {'badge' | 'confidence'} what the property to draw
   */
  draw(context, marks, framing, sees, what) {
    const { list } = marks
    context.font = FONT
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    let [seen, wide] = [0, 0]
    for (let i = 0; i < list.length; i += 1) {
      if (!list[i][what] || !sees(i)) continue
      seen += 1
      if (hasRoom(marks, i, framing, list[i][what])) wide += 1
    }
    // A few scattered numbers would say nothing about the other marks.
    if (wide * 2 <= seen) return
    for (let i = 0; i < list.length; i += 1) {
      const text = list[i][what]
      if (text && sees(i) && hasRoom(marks, i, framing, text)) this.write(context, marks, i, framing, text)
    }
  }

  write(context, { corners }, i, framing, text) {
    const width = widthOf(text)
    const at = i * 8
    const right = framing.viewX(corners[at + 2])
    const top = framing.viewY(corners[at + 3]) + INSET
    context.fillStyle = GROUND
    context.beginPath()
    context.roundRect(right - INSET - width, top, width, HEIGHT, 4)
    context.fill()
    context.fillStyle = '#fff'
    context.fillText(text, right - INSET - width / 2, top + HEIGHT / 2 + 0.5)
  }
}

const widthOf = (text) => text.length * LETTER + 6

function hasRoom({ corners }, i, { scale }, text) {
  return (corners[i * 8 + 2] - corners[i * 8]) * scale >= widthOf(text) + 2 * INSET
}
