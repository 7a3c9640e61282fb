import { h } from '../dom.js'

const SIDE = 56

/**
 * Returns a thing cut out of a photo, as a square.
 *
 * @param {ImageBitmap | undefined} picture the photo, at any size
 * @param {{width: number, height: number}} size of the photo
 * @param {{x: number, y: number, width: number, height: number} | undefined} box in its pixels
 */
export function cropOf(picture, size, box) {
  const canvas = h('canvas', { width: SIDE, height: SIDE, 'aria-hidden': 'true' })
  if (!picture || !box) return canvas
  const [across, down] = [picture.width / size.width, picture.height / size.height]
  const side = Math.max(box.width, box.height)
  const [left, top] = [box.x + (box.width - side) / 2, box.y + (box.height - side) / 2]
  canvas.getContext('2d').drawImage(
    picture, left * across, top * down, side * across, side * down, 0, 0, SIDE, SIDE)
  return canvas
}
