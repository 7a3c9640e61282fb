import { h } from '../dom.js'

/** Side of the crop, in CSS pixels. */
const SIDE = 176

/**
 * Returns a magnified picture of one well, to read its label.
 *
 * @param {ImageBitmap | HTMLImageElement} photo
 * @param {{width: number}} size of the original photo, of which the picture may be a smaller copy
 * @param {{x: number, y: number}} center @param {number} pitch in pixels of the photo
 * @param {string} label
 */
export function cropOf(photo, size, { x, y }, pitch, label) {
  const density = Math.min(devicePixelRatio, 2)
  const canvas = h('canvas', { class: 'crop', role: 'img', 'aria-label': label, width: SIDE * density, height: SIDE * density })
  const scale = (photo.naturalWidth ?? photo.width) / size.width
  const side = pitch * 1.25 * scale
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(photo, x * scale - side / 2, y * scale - side / 2, side, side, 0, 0, canvas.width, canvas.height)
  return canvas
}
