/** Pause after a failed request, and while there is no picture, in milliseconds. */
const REST = 500
const NO_PICTURE = 60

/** Has frames looked at and handles the answers: one at a time, and the next is always the newest. */
export class FrameLoop {
  /**
   * @param {{eyes: () => import('./watch.js').Watch | import('./device.js').DeviceWatch,
   *   take: (shelf: object, at: number) => void, fail: (error: Error) => void}} steps `eyes` is who looks at the next
   *   frame; `take` also receives the time of the frame, in milliseconds
   */
  constructor({ eyes, take, fail }) {
    Object.assign(this, { eyes, take, fail })
    this.life = null
  }

  get isRunning() {
    return this.life !== null
  }

  start() {
    if (this.life) return
    this.life = new AbortController()
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
    const eyes = this.eyes()
    const frame = await eyes.grab()
    if (!frame || signal.aborted) return NO_PICTURE
    try {
      const shelf = await eyes.look(frame, signal)
      if (!signal.aborted) this.take(shelf, at)
    } catch (error) {
      if (!signal.aborted) this.fail(error)
      return REST
    }
    return eyes.pace.tell(performance.now() - at)
  }
}

function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => { clearTimeout(timer); resolve() }, { once: true })
  })
}
