/** The selected well, shared by the photo, the table and the grid. Fires `change`, with its origin. */
export class Selection extends EventTarget {
  /** @type {string | null} */
  id = null

  /**
   * @param {string | null} id
   * @param {'photo' | 'table' | 'grid' | 'page'} by
   */
  choose(id, by) {
    if (id === this.id) return
    this.id = id
    this.dispatchEvent(new CustomEvent('change', { detail: { id, by } }))
  }

  /** @param {(id: string | null, by: string) => void} handler */
  follow(handler) {
    this.addEventListener('change', ({ detail }) => handler(detail.id, detail.by))
  }
}
