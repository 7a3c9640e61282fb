import { api } from '../api.js'

/** Number of photos per request, and number of parts kept in memory. */
const PART = 200
const KEPT = 60
/** Maximum number of parallel requests; a browser has six connections, and pictures need some. */
const AT_ONCE = 2

/**
 * The photos that match a query; only those near the visible ones are loaded.
 *
 * Fires `photos` when some have loaded, `changed` when the library has changed, and `failed` with the error.
 */
export class PhotoStore extends EventTarget {
  total = 0
  /** Number of certain matches, which come first. */
  sure = 0
  /** Number of videos among all matches. */
  videos = 0
  #query
  #signal
  #revision
  /** Parts by number, the least recently requested first. */
  #parts = new Map()
  #coming = new Map()
  #wanted = []

  /** @param {string} query @param {AbortSignal} signal stops all requests */
  constructor(query, signal) {
    super()
    this.#query = query
    this.#signal = signal
    signal.addEventListener('abort', () => this.close(), { once: true })
  }

  get query() {
    return this.#query
  }

  /** Requests the first part, which includes the total. */
  async open() {
    await this.#fetch(0)
    return this
  }

  /** @param {number} index @returns {object | undefined} */
  photo(index) {
    return this.#parts.get(Math.floor(index / PART))?.[index % PART]
  }

  /**
   * Sets the photos needed now. Pending requests for others are aborted.
   *
   * @param {number} first @param {number} last @param {number} direction 1 when scrolling forward, -1 when scrolling
   *   back
   */
  need(first, last, direction) {
    const [from, to] = [Math.floor(Math.max(first, 0) / PART), Math.floor(Math.min(last, this.total - 1) / PART)]
    const ahead = direction < 0 ? [from - 1, to + 1] : [to + 1, from - 1]
    const wanted = [...Array(Math.max(to - from + 1, 0)).keys()].map((at) => from + at).concat(ahead)
      .filter((part) => part >= 0 && part * PART < this.total)
    for (const [part, giveUp] of this.#coming) if (!wanted.includes(part)) giveUp.abort()
    for (const part of wanted) this.#touch(part)
    this.#wanted = wanted.filter((part) => !this.#parts.has(part) && !this.#coming.has(part))
    this.#next()
  }

  /** Updates loaded photos with newer values. @param {number[]} ids @param {object} change */
  patch(ids, change) {
    const which = new Set(ids)
    for (const photos of this.#parts.values()) {
      photos.forEach((photo, at) => { if (which.has(photo.id)) photos[at] = { ...photo, ...change } })
    }
    this.dispatchEvent(new Event('photos'))
  }

  /** All photos from one index to another, both included. @returns {Promise<object[]>} */
  async all(first, last) {
    const photos = []
    for (let index = first; index <= last; index += 1) {
      if (!this.photo(index)) await this.#fetch(Math.floor(index / PART))
      const photo = this.photo(index)
      if (photo) photos.push(photo)
    }
    return photos
  }

  close() {
    for (const giveUp of this.#coming.values()) giveUp.abort()
    this.#wanted = []
  }

  #touch(part) {
    const photos = this.#parts.get(part)
    if (!photos) return
    this.#parts.delete(part)
    this.#parts.set(part, photos)
  }

  #next() {
    while (this.#coming.size < AT_ONCE && this.#wanted.length > 0) {
      const part = this.#wanted.shift()
      this.#fetch(part).catch((error) => {
        if (!api.isAbort(error)) this.dispatchEvent(new CustomEvent('failed', { detail: error }))
      })
    }
  }

  async #fetch(part) {
    const giveUp = new AbortController()
    this.#coming.set(part, giveUp)
    try {
      const signal = AbortSignal.any([giveUp.signal, this.#signal])
      const page = await api.gallery.photos({ q: this.#query, offset: part * PART, limit: PART }, { signal })
      this.#take(part, page)
    } finally {
      if (this.#coming.get(part) === giveUp) this.#coming.delete(part)
      this.#next()
    }
  }

  #take(part, page) {
    if (this.#revision !== undefined && page.revision !== this.#revision) {
      this.dispatchEvent(new Event('changed'))
      return
    }
    this.#revision = page.revision
    this.total = page.total
    this.sure = page.sure
    this.videos = page.videos ?? 0
    this.#parts.set(part, page.photos)
    for (const old of this.#parts.keys()) {
      if (this.#parts.size <= KEPT) break
      this.#parts.delete(old)
    }
    this.dispatchEvent(new Event('photos'))
  }
}
