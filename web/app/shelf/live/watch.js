import { api } from '../../api.js'
import { outer } from '../../base.js'
import { here } from '../../device/here.js'
import { Pace } from './pace.js'

/** Time after which an unanswered frame is abandoned, in milliseconds. */
const PATIENCE = 5000

/** Has the browser keep what looks at frames without the server, for when it goes. @returns {true} */
export function prepare() {
  if (here.canFollow && !navigator.connection?.saveData) fetch(outer('/wasm/shelf.wasm')).catch(() => {})
  return true
}

/** The stream of this camera on the server; if it has expired there, a new one. */
export class Watch {
  hasTitles = true
  #id
  #start = 0

  /** @param {import('./grab.js').Grabber} grabber @param {() => void} begun called when a stream begins, with new numbers for all books */
  constructor(grabber, begun) {
    Object.assign(this, { grabber, begun, pace: new Pace() })
  }

  grab() {
    return this.grabber.jpeg(this.pace.side)
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
    this.pace = new Pace()
    this.begun()
    return id
  }

  close() {
    if (this.#id) api.shelfStreams.close(this.#id).catch(() => {})
    this.#id = undefined
  }
}
