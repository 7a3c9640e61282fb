import { api } from '../../api.js'

/** How far from its index a photo is searched for if it has moved. */
const WIDE = 200

/** The photos before and after one in the results of a query. */
export class Neighbors {
  #around

  /**
   * @param {number} id of the photo @param {string} query
   * @param {string | number | null} at its index, as in the URL @param {AbortSignal} signal
   */
  constructor(id, query, at, signal) {
    this.index = Number.parseInt(at ?? '', 10)
    this.#around = this.#load(id, query, signal)
  }

  /** The index of the photo and the total; 0 of 0 if unknown. */
  get known() {
    return this.#around.then(({ total }) => ({ at: this.index, total }))
  }

  /** The reasons why the photo was found. @returns {Promise<string[]>} */
  get why() {
    return this.#around.then(({ photos, first }) => photos[this.index - first]?.why ?? [])
  }

  /** @param {number} step @returns {Promise<{photo: object, at: number} | undefined>} */
  async at(step) {
    const { photos, first } = await this.#around
    const photo = photos[this.index + step - first]
    return photo && { photo, at: this.index + step }
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
      // Photos were added or removed since the URL was made.
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
