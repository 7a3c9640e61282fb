import { outer } from '../base.js'
import { here } from '../device/here.js'

/** Delays before each retry, in milliseconds; the last one repeats. */
const delays = [1000, 1000, 2000, 4000, 8000]
const patience = 5000

/**
 * Whether the server is reachable. While it is not, this keeps asking until it is.
 *
 * Fires `lost` and `found`.
 */
class Connection extends EventTarget {
  isLost = false
  #timer
  #tries = 0

  constructor() {
    super()
    addEventListener('online', () => this.#checkIfLost())
    document.addEventListener('visibilitychange', () => this.#checkIfLost())
  }

  /** Records that a request got no answer. */
  lose() {
    if (this.isLost) return
    this.isLost = true
    this.#tries = 0
    this.dispatchEvent(new Event('lost'))
    this.#wait()
  }

  /** Records that a request got an answer. */
  find() {
    if (!this.isLost) return
    this.isLost = false
    clearTimeout(this.#timer)
    this.dispatchEvent(new Event('found'))
  }

  /** Asks now. @returns {Promise<boolean>} whether the server answers */
  async check() {
    if (here.isAlone) return true
    clearTimeout(this.#timer)
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), patience)
    try {
      const answer = await fetch(outer('/api/v1/health'), { cache: 'no-store', signal: limit.signal })
      if (!answer.ok) throw new Error(String(answer.status))
      this.find()
    } catch {
      this.lose()
      this.#wait()
    }
    clearTimeout(timer)
    return !this.isLost
  }

  #checkIfLost() {
    if (this.isLost && !document.hidden) this.check()
  }

  #wait() {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.check(), delays[Math.min(this.#tries, delays.length - 1)])
    this.#tries += 1
  }
}

export const connection = new Connection()
