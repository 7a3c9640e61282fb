import { announce } from '../announce.js'
import { api } from '../api.js'
import { fill } from '../format.js'
import { confirm } from '../shell/confirm.js'
import { strings } from '../strings.js'

/**
 * @typedef {object} Setting
 * @property {string} key
 * @property {string} value
 * @property {string} default
 * @property {string} source where the value comes from
 * @property {'choice' | 'number' | 'boolean' | 'text'} kind
 * @property {string[]} [choices]
 * @property {number} [min]
 * @property {number} [max]
 * @property {number} [step]
 * @property {string} help
 */

/** The settings from the server, once it has answered. Fires `change` with every answer. */
export class SettingsStore extends EventTarget {
  /** @type {Setting[]} */
  #settings = []
  /** Resolves when all changes so far have been answered. */
  #changes = Promise.resolve()
  /** The latest unanswered choices, by key: the answer to an earlier choice must not replace them. */
  #chosen = new Map()

  constructor() {
    super()
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    this.#take(await api.settings.get({ signal }))
  }

  get all() {
    return this.#settings.map((setting) => (
      this.#chosen.has(setting.key) ? { ...setting, value: this.#chosen.get(setting.key) } : setting))
  }

  /** @param {string} key @returns {Setting | undefined} */
  get(key) {
    return this.all.find((setting) => setting.key === key)
  }

  /**
   * Sends changes one after the other: parallel requests may arrive in any order, and the last one must win.
   *
   * @param {Record<string, string>} values
   * @throws {Error} if the server refuses; an AbortError if the user does
   */
  async change(values) {
    for (const [key, value] of Object.entries(values)) this.#chosen.set(key, value)
    const answer = this.#changes.then(() => agreed((deleting) => api.settings.change(values, deleting))).finally(() => this.#answered(values))
    this.#changes = answer.catch(() => {})
    this.#take(await answer)
    const [key] = Object.keys(values)
    announce(fill(strings.settings.saved, { label: labelOf(key) }))
  }

  /**
   * @returns {Promise<Record<string, string>>} the previous values, for undo
   * @throws {Error} as with `change`
   */
  async reset() {
    await this.#changes
    const chosen = this.#settings.filter((setting) => setting.value !== setting.default)
    this.#take(await agreed((deleting) => api.settings.reset(deleting)))
    return Object.fromEntries(chosen.map(({ key, value }) => [key, value]))
  }

  #answered(values) {
    for (const [key, value] of Object.entries(values)) if (this.#chosen.get(key) === value) this.#chosen.delete(key)
  }

  #take({ settings }) {
    this.#settings = settings
    this.dispatchEvent(new Event('change'))
  }
}

/**
 * Asks for confirmation first if results would be deleted.
 *
 * @param {(deleting?: number) => Promise<object>} deed called with how many may be deleted
 */
async function agreed(deed) {
  for (let deleting; ;) {
    try {
      return await deed(deleting)
    } catch (error) {
      if (error.kind !== 'would-delete') throw error
      const { title, text, action } = strings.settings.lowering
      const words = (text) => fill(text, { count: error.count })
      if (!await confirm({ title: words(title), text: words(text), action })) throw new DOMException('declined', 'AbortError')
      // More may have been added meanwhile: then it asks again.
      deleting = error.count
    }
  }
}

/** @param {string} key */
export function labelOf(key) {
  if (key === 'rack.grid') return strings.settings.grid.label
  if (isDimension(key)) return strings.settings.dimension.label
  return strings.settings.of[key]?.label ?? key
}

/** @param {string} key */
export const isDimension = (key) => /dimension/i.test(key)
