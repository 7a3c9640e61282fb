import { api } from '../api.js'
import { keptPhoto } from '../intake/kept.js'

/** Maximum number of pixels decoded on a phone; for more, the server makes a smaller copy. */
const LARGE = 17e6

/**
 * A picture of a photo for small uses, such as looking at one well from near.
 *
 * @param {string | undefined} id
 * @param {number} [side] maximum length of its longer side, in pixels
 * @returns {Promise<HTMLImageElement | null>} null if the photo is gone
 */
export async function pictureForCrops(id, side = 4096) {
  if (!id) return null
  const kept = keptPhoto(id)
  const isSmall = kept && kept.photo.width * kept.photo.height <= LARGE
  const address = isSmall ? URL.createObjectURL(kept.blob) : null
  try {
    return await decoded(address) ?? await decoded(await api.photos.viewURL(id, side))
  } finally {
    if (address) URL.revokeObjectURL(address)
  }
}

async function decoded(address) {
  if (!address) return null
  const image = new Image()
  image.src = address
  try {
    await image.decode()
  } catch {
    return null
  }
  return image
}
