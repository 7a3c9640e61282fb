import { outer } from '../base.js'
import { here } from '../device/here.js'

/** How long to wait before asking again, in milliseconds; the last one over and over. */
const delays = [1000, 1000, 2000, 4000, 8000]
const patience = 5000

/**
 * Whether Espy can be reached. Once it cannot, this asks until it can again.
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

  /** Somebody got no answer. */
  lose() {
    if (this.isLost) return
    this.isLost = true
    this.#tries = 0
    this.dispatchEvent(new Event('lost'))
    this.#wait()
  }

  /** Somebody got an answer. */
  find() {
    if (!this.isLost) return
    this.isLost = false
    clearTimeout(this.#timer)
    this.dispatchEvent(new Event('found'))
  }

  /** Asks now. @returns {Promise<boolean>} whether Espy answers */
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
