import { strings } from '../strings.js'

const texts = strings.rack.saving

/**
 * Saves what was typed in, the last state only, one request at a time. While Espy cannot be reached it waits, and says
 * so; nothing that was typed is thrown away.
 */
export class Saving {
  #wanted = null
  #running = null

  /**
   * @param {string} entry
   * @param {object} saved corrections that the server has
   * @param {import('../router.js').Context} context
   * @param {(saved: object) => void} refused the server does not take the last
   *   state; this is the one that it has
   */
  constructor(entry, saved, context, refused) {
    this.entry = entry
    this.saved = saved
    this.refused = refused
    this.context = context
    // Leaving the view within the app goes on saving; closing the page would not.
    addEventListener('pagehide', () => this.#flush(), { signal: context.signal })
    addEventListener('beforeunload', (event) => { if (this.#running) event.preventDefault() }, { signal: context.signal })
  }

  /** @param {object} corrections */
  save(corrections) {
    this.#wanted = corrections
    this.#running ??= this.#run().finally(() => { this.#running = null })
    return this.#running
  }

  /** Ends when nothing is left to be saved. */
  async settled() {
    await this.#running
  }

  get isPending() {
    return this.#running !== null
  }

  async #run() {
    const { api } = this.context
    let hasWaited = false
    while (this.#wanted) {
      const corrections = this.#wanted
      this.#wanted = null
      try {
        await api.history.change(this.entry, { corrections })
        this.saved = corrections
      } catch (error) {
        if (!(error instanceof api.Unreachable)) return this.#fail(error)
        this.#wanted ??= corrections
        if (!hasWaited) this.context.toast(texts.waiting, { kind: 'problem' })
        hasWaited = true
        await this.#reconnected()
      }
    }
    if (hasWaited) this.context.toast(texts.saved)
  }

  /** The page is being closed: there is no time to wait for what is on its way. */
  #flush() {
    if (this.#wanted) this.context.api.history.change(this.entry, { corrections: this.#wanted }).catch(() => {})
  }

  #fail(error) {
    const { api, toast } = this.context
    this.#wanted = null
    this.refused(this.saved)
    toast(texts.failed.replace('{why}', api.sentence(error)), { kind: 'problem' })
  }

  #reconnected() {
    const { connection } = this.context.api
    if (!connection.isLost) return new Promise((resolve) => { setTimeout(resolve, 1000) })
    return new Promise((resolve) => { connection.addEventListener('found', resolve, { once: true }) })
  }
}
