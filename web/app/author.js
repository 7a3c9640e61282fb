const storageKey = 'espy-author'

/** The user's name for changes to results, as typed in this browser. It is not verified. */
export const author = {
  /** @returns {string} empty if there is none */
  get name() {
    return localStorage.getItem(storageKey) ?? ''
  },

  set name(name) {
    localStorage.setItem(storageKey, name.trim())
  },

  /** Adds the author to a change of an entry. @param {object} change */
  signed(change) {
    return this.name ? { by: this.name, ...change } : change
  },
}
