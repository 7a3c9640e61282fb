import { api } from '../../api.js'

/** The photos before and after one, among those that a query finds. */
export class Neighbors {
  #around

  /** @param {string} query @param {string | null} at index of the photo, as the address has it @param {AbortSignal} signal */
  constructor(query, at, signal) {
    this.index = Number.parseInt(at ?? '', 10)
    this.#around = this.#load(query, signal)
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

  async #load(query, signal) {
    if (!Number.isInteger(this.index) || this.index < 0) return { photos: [], first: 0, total: 0 }
    const first = Math.max(0, this.index - 1)
    try {
      const page = await api.gallery.photos({ q: query, offset: first, limit: 3 }, { signal })
      return { photos: page.photos, first, total: page.total }
    } catch {
      return { photos: [], first, total: 0 }
    }
  }
}
