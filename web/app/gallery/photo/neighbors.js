import { api } from '../../api.js'

/** How far away from its place a photo is looked for, when it is not there any more. */
const WIDE = 200

/** The photos before and after one, among those that a query finds. */
export class Neighbors {
  #around

  /**
   * @param {number} id of the photo @param {string} query
   * @param {string | null} at its index, as the address has it @param {AbortSignal} signal
   */
  constructor(id, query, at, signal) {
    this.index = Number.parseInt(at ?? '', 10)
    this.#around = this.#load(id, query, signal)
  }

  /** Where the photo is, of how many; 0 of 0 where nobody knows. */
  get known() {
    return this.#around.then(({ total }) => ({ at: this.index, total }))
  }

  /** Why the photo was found. @returns {Promise<string[]>} */
  get why() {
    return this.#around.then(({ photos, first }) => photos[this.index - first]?.why ?? [])
  }

  /** @param {number} step @returns {Promise<{id: number, at: number} | undefined>} */
  async at(step) {
    const { photos, first } = await this.#around
    const photo = photos[this.index + step - first]
    return photo && { id: photo.id, at: this.index + step }
  }

  async #load(id, query, signal) {
    const nothing = { photos: [], first: 0, total: 0 }
    if (!Number.isInteger(this.index) || this.index < 0) return nothing
    const around = async (reach) => {
      const first = Math.max(0, this.index - reach)
      const { photos, total } = await api.gallery.photos({ q: query, offset: first, limit: this.index - first + reach + 1 }, { signal })
      return { photos, first, total }
    }
    try {
      const near = await around(1)
      if (near.photos[this.index - near.first]?.id === id) return near
      // Photos came or went since the address was made.
      const wide = await around(WIDE)
      const at = wide.photos.findIndex((photo) => photo.id === id)
      if (at < 0) return nothing
      this.index = wide.first + at
      return wide
    } catch {
      return nothing
    }
  }
}
