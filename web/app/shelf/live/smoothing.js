/** Time constant of the movement to a new position, in milliseconds. */
const EASE = 60
/** Distance at which the movement ends, in pixels. */
const THERE = 0.3

/** Makes outlines glide to their new positions instead of jumping. Outlines that are gone disappear immediately. */
export class Smoothing {
  #shown = new Map()
  #targets = new Map()

  /** @param {{id: string, quad: [number, number][]}[]} marks @param {boolean} isStill whether to skip the animation */
  aim(marks, isStill) {
    this.#targets = new Map(marks.map(({ id, quad }) => [id, quad]))
    for (const id of this.#shown.keys()) if (!this.#targets.has(id)) this.#shown.delete(id)
    for (const [id, quad] of this.#targets) {
      if (isStill || !this.#shown.has(id)) this.#shown.set(id, quad.map((point) => [...point]))
    }
  }

  /** @param {number} passed milliseconds since the last step @returns {boolean} whether anything is still moving */
  step(passed) {
    const share = 1 - Math.exp(-passed / EASE)
    let isMoving = false
    for (const [id, target] of this.#targets) {
      const shown = this.#shown.get(id)
      for (let k = 0; k < 4; k += 1) {
        for (const axis of [0, 1]) {
          const rest = target[k][axis] - shown[k][axis]
          shown[k][axis] += Math.abs(rest) < THERE ? rest : rest * share
          if (Math.abs(rest) >= THERE) isMoving = true
        }
      }
    }
    return isMoving
  }

  /** @param {string} id */
  quad(id) {
    return this.#shown.get(id)
  }
}
