import { api } from '../api.js'
import { keptPhoto } from '../intake/kept.js'

/** More pixels than this take too much memory on a phone; the server then makes a smaller copy. */
const LARGE = 17e6

/**
 * A picture of a photo for small uses, such as looking at one well from near.
 *
 * @param {string | undefined} id
 * @returns {Promise<HTMLImageElement | null>} null when the photo is gone
 */
export async function pictureForCrops(id) {
  if (!id) return null
  const kept = keptPhoto(id)
  const isSmall = kept && kept.photo.width * kept.photo.height <= LARGE
  const address = isSmall ? URL.createObjectURL(kept.blob) : null
  try {
    return await decoded(address) ?? await decoded(await api.photos.viewURL(id, 4096))
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
