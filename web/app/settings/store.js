import { announce } from '../announce.js'
import { api } from '../api.js'
import { fill } from '../format.js'
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

/** The settings as the server has them, or will once it has answered. Fires `change` with every answer. */
export class SettingsStore extends EventTarget {
  /** @type {Setting[]} */
  #settings = []
  /** Ends when all changes so far have been answered. */
  #changes = Promise.resolve()
  /** What was chosen last and is not answered, by key: an answer to what was chosen before must not put it back. */
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
   * Changes are sent one after the other: two that are under way together may arrive in any order, and the later counts.
   *
   * @param {Record<string, string>} values
   * @throws {Error} as the server refused
   */
  async change(values) {
    for (const [key, value] of Object.entries(values)) this.#chosen.set(key, value)
    const answer = this.#changes.then(() => api.settings.change(values)).finally(() => this.#answered(values))
    this.#changes = answer.catch(() => {})
    this.#take(await answer)
    const [key] = Object.keys(values)
    announce(fill(strings.settings.saved, { label: labelOf(key) }))
  }

  /** @returns {Promise<Record<string, string>>} what had been chosen before, to be put back */
  async reset() {
    await this.#changes
    const chosen = this.#settings.filter((setting) => setting.value !== setting.default)
    this.#take(await api.settings.reset())
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

/** @param {string} key */
export function labelOf(key) {
  if (key === 'rack.grid') return strings.settings.grid.label
  if (isDimension(key)) return strings.settings.dimension.label
  return strings.settings.of[key]?.label ?? key
}

/** @param {string} key */
export const isDimension = (key) => /dimension/i.test(key)
