/** Longer sides of the frames that are sent, in pixels. */
const SIDES = { first: 1280, least: 640, most: 1920 }
/** Round trips longer than this make frames smaller, shorter ones larger, in milliseconds. */
const SLOW = 250
const QUICK = 120
/** From one frame to the next, at least, and at most where the answer was there before; in milliseconds. */
const GAPS = { least: 80, most: 250 }

/** How large the frames are that are sent, and how many: as much as the network and the server bear. */
export class Pace {
  side = SIDES.first

  /**
   * @param {number} trip how long a frame took from the camera to its answer, in milliseconds
   * @returns {number} how long to wait before the next one
   */
  tell(trip) {
    if (trip > SLOW) this.side = Math.max(SIDES.least, Math.round(this.side * 0.85))
    else if (trip < QUICK) this.side = Math.min(SIDES.most, Math.round(this.side * 1.1))
    // A rest in between, but none that would let what is shown grow stale.
    const gap = Math.min(GAPS.most, Math.max(GAPS.least, trip * 1.25))
    return Math.max(0, gap - trip)
  }
}
