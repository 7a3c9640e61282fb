const storageKey = 'espy-author'

/** The name under which a person changes results, as they typed it in this browser. Nobody proves it. */
export const author = {
  /** @returns {string} empty for none */
  get name() {
    return localStorage.getItem(storageKey) ?? ''
  },

  set name(name) {
    localStorage.setItem(storageKey, name.trim())
  },

  /** A change of an entry, with who makes it. @param {object} change */
  signed(change) {
    return this.name ? { by: this.name, ...change } : change
  },
}
