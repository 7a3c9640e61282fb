/** One A4 page as a PDF: text in standard fonts, lines, shapes and JPEG pictures. */

/** In points, like all measures here; the origin is the upper left corner. */
export const WIDTH = 595
export const HEIGHT = 842
/** Widths of the characters of Helvetica from space to tilde, in thousandths of the font size. */
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278,
  278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722,
  667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556,
  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]
/** Bold characters are wider, none by more than this factor, so that measured text always fits. */
const BOLD = 1.12
/** Characters of the fonts beyond Latin-1, from code 128 on. */
const MORE = '€\u0000‚ƒ„…†‡ˆ‰Š‹Œ\u0000Ž\u0000\u0000‘’“”•–—˜™š›œ\u0000žŸ'
/** Scale at which characters missing from the fonts are drawn. */
const SHARP = 4
/** A circle made of four curves: the length of their handles. */
const ROUND = 0.5523

/** Normalizes text for the fonts; spaces of other widths become plain ones. */
const plain = (text) => text.normalize('NFC').replace(/\s/gu, ' ')

/** @returns {number[] | null} the codes of a text in the fonts; null if they lack a character */
function codesOf(text) {
  const codes = [...text].map((letter) => {
    const code = letter.codePointAt(0)
    if ((code >= 32 && code < 127) || (code >= 160 && code < 256)) return code
    return MORE.includes(letter) ? 128 + MORE.indexOf(letter) : 0
  })
  return codes.includes(0) ? null : codes
}

/** Returns the width of a text. @param {string} text @param {number} size @param {boolean} [isBold] */
export function widthOf(text, size, isBold = false) {
  const letters = plain(text).normalize('NFD').replace(/\p{M}/gu, '')
  const sum = [...letters].reduce((all, letter) => all + (WIDTHS[letter.codePointAt(0) - 32] ?? (letter > '\u2e80' ? 1000 : 600)), 0)
  return (sum * size * (isBold ? BOLD : 1)) / 1000
}

/** Breaks a text into lines of a maximum width. @param {string} text @param {number} size @param {number} width */
export function linesOf(text, size, width) {
  const lines = ['']
  for (const word of plain(text).split(' ')) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word
    if (widthOf(longer, size) <= width) lines[lines.length - 1] = longer
    else if (lines.at(-1)) lines.push(word)
    else lines[lines.length - 1] = word
  }
  return lines
}

const hex = (codes, digits = 2) => `<${codes.map((code) => code.toString(16).padStart(digits, '0')).join('')}>`
const color = (name) => name.match(/\w\w/g).map((part) => (parseInt(part, 16) / 255).toFixed(3)).join(' ')
const at = (...values) => values.map((value) => Number(value.toFixed(2))).join(' ')

export class PDFPage {
  #content = []
  #pictures = []

  /**
   * @param {string} text one line @param {number} x @param {number} y the baseline
   * @param {{size?: number, isBold?: boolean, color?: string, isEnd?: boolean}} [look] `isEnd`: the text ends at `x`
   */
  async text(text, x, y, { size = 10, isBold = false, color: ink = '1f2933', isEnd = false } = {}) {
    const codes = codesOf(plain(text))
    if (!codes) return this.#drawn(text, x, y, { size, isBold, ink, isEnd })
    const start = isEnd ? x - widthOf(text, size, isBold) : x
    this.#content.push(`BT /F${isBold ? 2 : 1} ${size} Tf ${color(ink)} rg ${at(start, HEIGHT - y)} Td ${hex(codes)} Tj ET`)
  }

  line(x, y, toX, toY, ink = '9aa5b1') {
    this.#content.push(`${color(ink)} RG 0.75 w ${at(x, HEIGHT - y)} m ${at(toX, HEIGHT - toY)} l S`)
  }

  /** @param {string} ink @param {string} [rim] a ring of this color and width instead of a disk */
  circle(x, y, radius, ink, rim = 0) {
    const [up, far] = [HEIGHT - y, radius * ROUND]
    const quarter = (dx, dy) => at(
      x + radius * dx - far * dy, up + radius * dy + far * dx, x - radius * dy + far * dx, up + radius * dx + far * dy, x - radius * dy, up + radius * dx)
    const curves = [[1, 0], [0, 1], [-1, 0], [0, -1]].map(([dx, dy]) => `${quarter(dx, dy)} c`).join(' ')
    this.#content.push(`${color(ink)} ${rim ? `RG ${rim} w` : 'rg'} ${at(x + radius, up)} m ${curves} ${rim ? 's' : 'f'}`)
  }

  rectangle(x, y, width, height, ink) {
    this.#content.push(`${color(ink)} rg ${at(x, HEIGHT - y - height, width, height)} re f`)
  }

  /** @param {{bytes: Uint8Array, width: number, height: number}} picture a JPEG */
  picture(picture, x, y, width, height) {
    this.#pictures.push(picture)
    this.#content.push(`q ${at(width, 0, 0, height, x, HEIGHT - y - height)} cm /P${this.#pictures.length} Do Q`)
  }

  /** Draws text with characters that the fonts lack. */
  async #drawn(text, x, y, { size, isBold, ink, isEnd }) {
    const context = document.createElement('canvas').getContext('2d')
    const font = `${isBold ? 'bold ' : ''}${size * SHARP}px Helvetica, Arial, sans-serif`
    context.font = font
    const [width, height] = [Math.ceil(context.measureText(text).width) + 2, Math.ceil(size * SHARP * 1.4)]
    Object.assign(context.canvas, { width, height })
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    Object.assign(context, { font, fillStyle: `#${ink}` })
    context.fillText(text, 0, size * SHARP)
    this.picture(await jpegOf(context.canvas), isEnd ? x - width / SHARP : x, y - size, width / SHARP, height / SHARP)
  }

  /** @param {string} title @param {string} language @returns {Blob} */
  file(title, language) {
    const encoder = new TextEncoder()
    const stream = (bytes, head = '') => [encoder.encode(`<< ${head}/Length ${bytes.length} >>\nstream\n`), bytes, encoder.encode('\nendstream')]
    const font = (name) => [encoder.encode(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`)]
    const units = (text) => hex([0xfeff, ...Array.from({ length: text.length }, (_, place) => text.charCodeAt(place))], 4)
    const pictures = this.#pictures.map((_, place) => `/P${place + 1} ${place + 8} 0 R`).join(' ')
    const objects = [
      [encoder.encode(`<< /Type /Catalog /Pages 2 0 R /Lang (${language}) >>`)],
      [encoder.encode('<< /Type /Pages /Kids [3 0 R] /Count 1 >>')],
      [encoder.encode(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents 6 0 R `
        + `/Resources << /Font << /F1 4 0 R /F2 5 0 R >> /XObject << ${pictures} >> >> >>`)],
      font('Helvetica'), font('Helvetica-Bold'), stream(encoder.encode(this.#content.join('\n'))),
      [encoder.encode(`<< /Title ${units(title)} /Producer (Espy) >>`)],
      ...this.#pictures.map(({ bytes, width, height }) => stream(bytes,
        `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode `)),
    ]
    return assembled(objects, encoder)
  }
}

/** Joins the objects, and adds the table of their offsets. */
function assembled(objects, encoder) {
  const parts = [encoder.encode('%PDF-1.4\n')]
  const sizeOf = (list) => list.reduce((sum, { length }) => sum + length, 0)
  let length = sizeOf(parts)
  const starts = objects.map((object, place) => {
    const start = length
    const all = [encoder.encode(`${place + 1} 0 obj\n`), ...object, encoder.encode('\nendobj\n')]
    parts.push(...all)
    length += sizeOf(all)
    return start
  })
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(encoder.encode(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
    + `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${length}\n%%EOF\n`))
  return new Blob(parts, { type: 'application/pdf' })
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<{bytes: Uint8Array, width: number, height: number}>} */
export async function jpegOf(canvas) {
  const blob = await new Promise((resolve) => { canvas.toBlob(resolve, 'image/jpeg', 0.88) })
  return { bytes: new Uint8Array(await blob.arrayBuffer()), width: canvas.width, height: canvas.height }
}
