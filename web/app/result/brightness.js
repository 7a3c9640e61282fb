/** Mean brightness, from 0 to 1, below which more light helps. */
const DARK = 0.16
const SIDE = 48

/**
 * Whether a photo is so dark that codes are hard to find.
 *
 * @param {CanvasImageSource} photo
 */
export function isDark(photo) {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIDE
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context.drawImage(photo, 0, 0, SIDE, SIDE)
  const { data } = context.getImageData(0, 0, SIDE, SIDE)
  const values = []
  for (let at = 0; at < data.length; at += 4) {
    values.push((0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2]) / 255)
  }
  // The brighter part decides: a bright box on a dark table is not a dark photo.
  values.sort((a, b) => a - b)
  return values[Math.floor(values.length * 0.8)] < DARK
}
