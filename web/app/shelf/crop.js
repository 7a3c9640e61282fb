import { h } from '../dom.js'

/** Maximum length and width of a crop, in screen pixels. */
const LONGEST = 900
const WIDEST = 240

/**
 * Returns a spine cut out of its picture and rotated for reading: a standing one lies on its side, because its letters
 * run from top to bottom.
 *
 * @param {CanvasImageSource} picture
 * @param {number} scale pixels of the picture per pixel of the photo
 * @param {[number, number][]} quad in pixels of the photo
 * @param {{label: string, isTurned?: boolean, longest?: number}} options `isTurned`: by half a turn more, for letters that run upward;
 *   `longest`: in pixels of the screen
 */
export function cropOf(picture, scale, quad, { label, isTurned = false, longest = LONGEST }) {
  const { origin, along, across, length, width } = frameOf(quad, isTurned)
  const size = Math.min(longest / length, WIDEST / width, 4)
  const canvas = h('canvas', {
    class: 'spine-crop', role: 'img', 'aria-label': label, width: Math.max(1, Math.round(length * size)),
    height: Math.max(1, Math.round(width * size)),
  })
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  // The axes have length 1 and may be slightly skewed: this is the inverse of the mapping from the crop to the photo.
  const area = along[0] * across[1] - along[1] * across[0] || 1
  const [a, b, c, d] = [across[1] / area, -along[1] / area, -across[0] / area, along[0] / area]
  context.setTransform(a * size, b * size, c * size, d * size,
    -(a * origin[0] + c * origin[1]) * size, -(b * origin[0] + d * origin[1]) * size)
  context.scale(1 / scale, 1 / scale)
  context.drawImage(picture, 0, 0)
  return canvas
}

/** Returns the origin of the crop in the photo, and the directions of its sides. */
function frameOf([tl, tr, br, bl], isTurned) {
  const isStanding = distance(tl, bl) + distance(tr, br) > distance(tl, tr) + distance(bl, br)
  const corners = isStanding ? [tr, br, bl, tl] : [tl, tr, br, bl]
  const [first, second, third, fourth] = isTurned ? [corners[2], corners[3], corners[0], corners[1]] : corners
  const [length, width] = [distance(first, second), distance(first, fourth)]
  const toward = (from, to, by) => [(to[0] - from[0]) / (by || 1), (to[1] - from[1]) / (by || 1)]
  return {
    origin: first, along: toward(first, second, length), across: toward(first, fourth, width),
    length: Math.max(length, distance(fourth, third), 1), width: Math.max(width, distance(second, third), 1),
  }
}

const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1])
