import { api } from '../../api.js'
/** Time after which an unanswered frame is abandoned, in milliseconds. */
const PATIENCE = 5000

/** The stream of this camera on the server; if it has expired there, a new one. */
export class Watch {
  #id
  #start = 0

  /** @param {() => void} begun called when a stream begins, with new numbers for all books */
  constructor(begun) {
    this.begun = begun
  }

  /** @param {Blob} frame @param {AbortSignal} signal @returns {Promise<object>} the result for the frame */
  async look(frame, signal) {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)])
    this.#id ??= await this.#open(limit)
    try {
      return await api.shelfStreams.look(this.#id, frame, (performance.now() - this.#start) / 1000, { signal: limit })
    } catch (error) {
      if (error.status === 404) this.#id = undefined
      throw error
    }
  }

  async #open(signal) {
    const { id } = await api.shelfStreams.open({ text: true }, { signal })
    this.#start = performance.now()
    this.begun()
    return id
  }

  close() {
    if (this.#id) api.shelfStreams.close(this.#id).catch(() => {})
    this.#id = undefined
  }
}
