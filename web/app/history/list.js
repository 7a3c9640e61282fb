import { h } from '../dom.js'
import { grouped } from './groups.js'
import { entryRow } from './row.js'

/** The entries by day; entries can be added and removed. */
export class EntryList {
  element = h('div', { class: 'entry-groups' })
  /** @type {object[]} newest first */
  #entries = []
  /** The rows by entry, each with the entry as it is shown. @type {Map<string, {element: HTMLElement, shown: string}>} */
  #rows = new Map()
  #handlers

  /** @param {{onDelete: (entry: object) => void, onFavorite: (entry: object, isOn: boolean) => void}} handlers */
  constructor(handlers) {
    this.#handlers = handlers
  }

  get entries() {
    return this.#entries
  }

  /** @param {object[]} entries newest first; rows of unchanged entries are kept */
  set entries(entries) {
    this.#entries = entries
    const ids = new Set(entries.map(({ id }) => id))
    for (const id of this.#rows.keys()) if (!ids.has(id)) this.#rows.delete(id)
    this.element.replaceChildren(...grouped(entries).map((group) => h('section', {},
      h('h2', { class: 'entry-day' }, group.title),
      h('ul', { class: 'entry-list' }, group.entries.map((entry) => this.#row(entry))))))
  }

  /** The entry that contains the focus. */
  get focused() {
    const id = document.activeElement?.closest('.entry-row')?.dataset.id
    return this.#entries.find((entry) => entry.id === id)
  }

  /**
   * Moves the focus to a neighbor.
   *
   * @param {number} step 1 for the next, -1 for the previous
   * @returns {boolean} whether there was one
   */
  moveFocus(step) {
    const at = this.#entries.indexOf(this.focused)
    return this.focus(at < 0 ? 0 : at + step)
  }

  /** @param {number} at @returns {boolean} whether there is one */
  focus(at) {
    const link = this.#rows.get(this.#entries[at]?.id)?.element.querySelector('a')
    link?.focus()
    return link !== undefined
  }

  /** @param {object} entry @param {boolean} isOn */
  showFavorite(entry, isOn) {
    entry.favorite = isOn
    this.#rows.get(entry.id)?.element.querySelector('.favorite').dispatchEvent(new CustomEvent('show', { detail: isOn }))
  }

  /** Moves a swiped row back to its place. @param {object} entry */
  forget(entry) {
    this.#rows.delete(entry.id)
  }

  #row(entry) {
    const { id } = entry
    const shown = JSON.stringify(entry)
    const known = this.#rows.get(id)
    if (known?.shown === shown) return known.element
    // The list may have been loaded again since.
    const current = () => this.#entries.find((each) => each.id === id)
    const element = entryRow(entry, {
      onDelete: () => this.#handlers.onDelete(current()), onFavorite: (isOn) => this.#handlers.onFavorite(current(), isOn),
    })
    this.#rows.set(id, { element, shown })
    return element
  }
}
