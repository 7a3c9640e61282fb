/** Longer side of the frames, in pixels. */
const SIDES = { first: 1280, least: 640, most: 1920 }
/**
 * Round-trip time above which frames become smaller, and below which they become larger; minimum interval between frames,
 * and maximum interval if the answer arrived earlier. In milliseconds. And the usual interval, as a multiple of the trip.
 */
const TIMES = { slow: 250, quick: 120, gaps: { least: 80, most: 250 }, share: 1.25 }

/** Adapts the size and number of frames to the network and to who looks at them; by default, the server. */
export class Pace {
  constructor(sides = SIDES, times = TIMES) {
    Object.assign(this, { sides, times, side: sides.first })
  }

  /**
   * @param {number} trip time from the capture of a frame to its answer, in milliseconds
   * @returns {number} how long to wait before the next one
   */
  tell(trip) {
    const { sides, times: { slow, quick, gaps, share } } = this
    if (trip > slow) this.side = Math.max(sides.least, Math.round(this.side * 0.85))
    else if (trip < quick) this.side = Math.min(sides.most, Math.round(this.side * 1.1))
    // A pause in between, but not so long that the display becomes stale.
    const gap = Math.min(gaps.most, Math.max(gaps.least, trip * share))
    return Math.max(0, gap - trip)
  }
}
