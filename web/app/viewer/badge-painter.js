const FONT = '600 11px system-ui, sans-serif'
const LETTER = 6.6
const HEIGHT = 16
const INSET = 3
const GROUND = 'rgba(8, 18, 26, 0.85)'

/** Writes the badges of marks into their upper right corners, once most of those in view are wide enough for theirs. */
export class BadgePainter {
  /**
   * @param {CanvasRenderingContext2D} context in CSS pixels
   * @param {import('./marks.js').Marks} marks
   * @param {import('./framing.js').Framing} framing
   * @param {(index: number) => boolean} sees whether a mark is in view
   */
  draw(context, marks, framing, sees) {
    const { list } = marks
    context.font = FONT
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    let [seen, wide] = [0, 0]
    for (let i = 0; i < list.length; i += 1) {
      if (!list[i].badge || !sees(i)) continue
      seen += 1
      if (hasRoom(marks, i, framing)) wide += 1
    }
    // A number here and there says nothing about the others.
    if (wide * 2 <= seen) return
    for (let i = 0; i < list.length; i += 1) {
      if (list[i].badge && sees(i) && hasRoom(marks, i, framing)) this.write(context, marks, i, framing)
    }
  }

  write(context, { list, corners }, i, framing) {
    const width = widthOf(list[i])
    const at = i * 8
    const right = framing.viewX(corners[at + 2])
    const top = framing.viewY(corners[at + 3]) + INSET
    context.fillStyle = GROUND
    context.beginPath()
    context.roundRect(right - INSET - width, top, width, HEIGHT, 4)
    context.fill()
    context.fillStyle = '#fff'
    context.fillText(list[i].badge, right - INSET - width / 2, top + HEIGHT / 2 + 0.5)
  }
}

const widthOf = ({ badge }) => badge.length * LETTER + 6

function hasRoom({ list, corners }, i, { scale }) {
  return (corners[i * 8 + 2] - corners[i * 8]) * scale >= widthOf(list[i]) + 2 * INSET
}
