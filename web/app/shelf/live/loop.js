import { Pace } from './pace.js'

/** Pause after a failed request, and while there is no picture, in milliseconds. */
const REST = 500
const NO_PICTURE = 60

/** Sends frames and handles the answers: one at a time, and the next is always the newest. */
export class FrameLoop {
  /**
   * @param {{grab: (side: number) => Promise<Blob | null>, look: (frame: Blob, signal: AbortSignal) => Promise<object>,
   *   take: (shelf: object, at: number) => void, fail: (error: Error) => void}} steps `take` also receives the time of
   *   the frame, in milliseconds
   */
  constructor({ grab, look, take, fail }) {
    Object.assign(this, { grab, look, take, fail })
    this.life = null
  }

  get isRunning() {
    return this.life !== null
  }

  start() {
    if (this.life) return
    this.life = new AbortController()
    this.pace = new Pace()
    this.#run(this.life.signal)
  }

  stop() {
    this.life?.abort()
    this.life = null
  }

  async #run(signal) {
    while (!signal.aborted) await pause(await this.#frame(signal), signal)
  }

  /** @returns {Promise<number>} how long to wait before the next frame */
  async #frame(signal) {
    const at = performance.now()
    const frame = await this.grab(this.pace.side)
    if (!frame || signal.aborted) return NO_PICTURE
    try {
      const shelf = await this.look(frame, signal)
      if (!signal.aborted) this.take(shelf, at)
    } catch (error) {
      if (!signal.aborted) this.fail(error)
      return REST
    }
    return this.pace.tell(performance.now() - at)
  }
}

function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => { clearTimeout(timer); resolve() }, { once: true })
  })
}
