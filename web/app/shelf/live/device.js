import { read } from '../../device/reader.js'
import { Pace } from './pace.js'

/** Longer side of the frames, in pixels: outlines are searched at this size in any case. */
const SIDES = { first: 960, least: 640, most: 960 }
/** Times as in `Pace`, for 15 frames a second, in milliseconds. */
const TIMES = { slow: 90, quick: 50, gaps: { least: 60, most: 250 }, share: 1 }

/** The number of the last stream. */
let last = 0

/** The stream of this camera on this device, without titles. */
export class DeviceWatch {
  hasTitles = false
  #stream = 0
  #start = 0

  /** @param {import('./grab.js').Grabber} grabber @param {() => void} begun called when a stream begins, with new numbers for all books */
  constructor(grabber, begun) {
    Object.assign(this, { grabber, begun, pace: new Pace(SIDES, TIMES) })
  }

  grab() {
    return this.grabber.bitmap(this.pace.side)
  }

  /** @param {ImageBitmap} frame @param {AbortSignal} signal @returns {Promise<object>} the result for the frame */
  async look(frame, signal) {
    if (this.#stream === 0) this.#open()
    const request = { stream: this.#stream, time: (performance.now() - this.#start) / 1000 }
    return (await read('shelf', frame, request, { tell: () => {}, signal })).answer
  }

  #open() {
    this.#stream = last += 1
    this.#start = performance.now()
    this.pace = new Pace(SIDES, TIMES)
    this.begun()
  }

  close() {
    this.#stream = 0
  }
}
