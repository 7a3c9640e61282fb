import { api } from '../api.js'

/**
 * The photos that this page sent last, so that they can be shown without downloading them.
 * @type {Map<string, {photo: object, blob: Blob}>}
 */
const kept = new Map()
const MOST = 2

/** @param {object} photo as the server described it @param {Blob} blob */
export function keep(photo, blob) {
  kept.set(photo.id, { photo, blob })
  if (kept.size > MOST) kept.delete(kept.keys().next().value)
}

/** @param {string} id */
export function keptPhoto(id) {
  return kept.get(id)
}

/** Maximum size of a photo shown at full resolution, in megapixels; larger ones take too much memory. */
const SHOWN = 17

/**
 * Returns an upright picture of a photo that the browser can show.
 *
 * @param {string} id
 * @param {{width: number, height: number}} size of the photo
 * @returns {Promise<ImageBitmap | string>}
 */
export async function pictureOf(id, { width, height }) {
  const blob = kept.get(id)?.blob
  if (blob && (width * height) / 1e6 <= SHOWN) {
    try {
      return await createImageBitmap(blob)
    } catch {
      // HEIC in most browsers: the server provides a JPEG.
    }
  }
  return api.photos.viewURL(id, 4096)
}
