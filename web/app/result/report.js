import { formatDate, formatMoment } from '../format.js'
import { language } from '../language.js'
import { strings } from '../strings.js'
import { HEIGHT, jpegOf, linesOf, PDFPage, WIDTH, widthOf } from './pdf.js'

const texts = strings.result.report
const MARGIN = 48
const [SOFT, BLUE] = ['52606d', '207dbb']
/** Lower end of the picture: above the place for a signature. */
const FOOT = HEIGHT - 118
/** Maximum number of lines of a note or a list, so that everything fits on one page. */
const MOST = 4

/**
 * Creates a one-page report of a result, to print, sign and pass on.
 *
 * @param {object} of
 * @param {string} of.headline the number with its noun
 * @param {string[]} of.facts other facts
 * @param {{title: string, time: number, note?: string, confirmation?: {by: string, time: number}} | null} of.entry of
 *   the history
 * @param {string} of.photo the name of the photo
 * @param {HTMLCanvasElement | null} of.picture the photo with its marks
 * @returns {Promise<Blob>}
 */
export async function report({ headline, facts, entry, photo, picture }) {
  const page = new PDFPage()
  const now = Date.now() / 1000
  await logo(page, formatMoment(now))
  const size = Math.max(14, Math.min(28, (28 * (WIDTH - 2 * MARGIN)) / widthOf(headline, 28, true)))
  const heading = linesOf(headline, size, (WIDTH - 2 * MARGIN) / 1.12).slice(0, 2)
  let y = 118
  for (const [place, line] of heading.entries()) await page.text(line, MARGIN, y + place * size * 1.15, { size, isBold: true })
  y += (heading.length - 1) * size * 1.15 + 24
  const rows = [
    [texts.photo, photo], [texts.date, formatMoment(entry?.time ?? now)], ...facts.map((fact, at) => [at === 0 ? texts.details : '', fact]),
    entry?.note && [texts.note, entry.note],
  ].filter((row) => row && row[1])
  for (const [name, value] of rows) y = await fact(page, name, value, y)
  if (picture) await place(page, picture, y)
  else await page.text(texts.gone, MARGIN, y + 14, { color: SOFT })
  await signature(page, entry?.confirmation)
  return page.file(headline, language)
}

/** Draws the logo and the name; on the right, the time at which the page was made. */
async function logo(page, made) {
  const unit = 24 / 512
  page.rectangle(MARGIN, 40, 24, 24, BLUE)
  const blue = new Set(['1,2', '2,1', '2,2'])
  for (let row = 0; row < 3; row += 1) {
    for (let column = 0; column < 3; column += 1) {
      const [x, y] = [MARGIN + (132 + 124 * column) * unit, 40 + (132 + 124 * row) * unit]
      const isMiddle = row === 1 && column === 1
      page.circle(x, y, 38 * unit, isMiddle ? 'edb837' : blue.has(`${row},${column}`) ? '67bddf' : 'e4f1fb')
      if (isMiddle) page.circle(x, y, 62 * unit, 'ffffff', 16 * unit)
    }
  }
  await page.text(strings.shell.name, MARGIN + 32, 58, { size: 16, isBold: true })
  await page.text(made, WIDTH - MARGIN, 58, { size: 9, color: SOFT, isEnd: true })
  page.line(MARGIN, 74, WIDTH - MARGIN, 74)
}

/** @returns {Promise<number>} the position of the next one */
async function fact(page, name, value, y) {
  const column = 96
  const lines = linesOf(value, 10, WIDTH - 2 * MARGIN - column)
  const shown = lines.length > MOST ? [...lines.slice(0, MOST - 1), `${lines[MOST - 1]} …`] : lines
  if (name) await page.text(name, MARGIN, y, { color: SOFT })
  for (const [at, line] of shown.entries()) await page.text(line, MARGIN + column, y + at * 13, {})
  return y + shown.length * 13 + 3
}

/** Draws the picture as large as possible, centered. */
async function place(page, canvas, y) {
  const scale = Math.min((WIDTH - 2 * MARGIN) / canvas.width, (FOOT - y) / canvas.height)
  const [width, height] = [canvas.width * scale, canvas.height * scale]
  page.picture(await jpegOf(canvas), (WIDTH - width) / 2, y, width, height)
}

/** A line for a signature, or who has confirmed the result and when. */
async function signature(page, confirmation) {
  const [y, middle] = [HEIGHT - 66, MARGIN + 320]
  if (confirmation) {
    await page.text(confirmation.by, MARGIN, y - 6, { size: 11 })
    await page.text(formatDate(confirmation.time), middle, y - 6, { size: 11 })
  }
  page.line(MARGIN, y, middle - 24, y, '1f2933')
  page.line(middle, y, WIDTH - MARGIN, y, '1f2933')
  await page.text(texts.checkedBy, MARGIN, y + 12, { size: 8, color: SOFT })
  await page.text(texts.date, middle, y + 12, { size: 8, color: SOFT })
}
