/** Longer side of the frames sent, in pixels. */
const SIDES = { first: 1280, least: 640, most: 1920 }
/** Round-trip time above which frames become smaller, and below which they become larger, in milliseconds. */
const SLOW = 250
const QUICK = 120
/** Minimum interval between frames, and maximum interval if the answer arrived earlier, in milliseconds. */
const GAPS = { least: 80, most: 250 }

/** Adapts the size and number of frames to the network and the server. */
export class Pace {
  side = SIDES.first

  /**
   * @param {number} trip time from the capture of a frame to its answer, in milliseconds
   * @returns {number} how long to wait before the next one
   */
  tell(trip) {
    if (trip > SLOW) this.side = Math.max(SIDES.least, Math.round(this.side * 0.85))
    else if (trip < QUICK) this.side = Math.min(SIDES.most, Math.round(this.side * 1.1))
    // A pause in between, but not so long that the display becomes stale.
    const gap = Math.min(GAPS.most, Math.max(GAPS.least, trip * 1.25))
    return Math.max(0, gap - trip)
  }
}
