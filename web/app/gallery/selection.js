/** The selected photos. Fires `changed`. */
export class Selection extends EventTarget {
  #ids = new Set()
  /** The start of a range. */
  anchor = -1

  has = (id) => this.#ids.has(id)

  get size() {
    return this.#ids.size
  }

  get ids() {
    return [...this.#ids]
  }

  toggle(id, index) {
    if (!this.#ids.delete(id)) this.#ids.add(id)
    this.anchor = index
    this.#tell()
  }

  /** @param {number[]} ids */
  add(ids) {
    for (const id of ids) this.#ids.add(id)
    this.#tell()
  }

  clear() {
    if (this.#ids.size === 0) return
    this.#ids.clear()
    this.anchor = -1
    this.#tell()
  }

  #tell() {
    this.dispatchEvent(new Event('changed'))
  }
}
