/** Age at which a sighting is no longer shown, in milliseconds. */
export const FRESH = 700
const layers = ['spines', 'barcodes', 'text', 'guidance']

/** The latest state of each layer, for as long as it is fresh. */
export class FreshLayers {
  #known = new Map()

  /**
   * @param {object} shelf an answer of the server; only a processed one is used, and only for the layers it has
   * @param {number} at time of its frame, in milliseconds: a late answer is already old
   * @returns {boolean} whether anything was used
   */
  take(shelf, at) {
    if (shelf.outcome !== 'processed') return false
    this.size = { width: shelf.width, height: shelf.height }
    for (const name of layers) if (shelf[name] !== undefined) this.#known.set(name, { value: shelf[name], at })
    if (shelf.guidance === undefined) this.#known.delete('guidance')
    return true
  }

  /** @param {'spines' | 'barcodes' | 'text'} name @param {number} now @returns {object[]} */
  list(name, now) {
    return this.#fresh(name, now) ?? []
  }

  /** @param {number} now @returns {object | undefined} */
  guidance(now) {
    return this.#fresh('guidance', now)
  }

  clear() {
    this.#known.clear()
  }

  #fresh(name, now) {
    const known = this.#known.get(name)
    return known && now - known.at < FRESH ? known.value : undefined
  }
}
