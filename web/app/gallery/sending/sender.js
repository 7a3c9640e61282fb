import { api } from '../../api.js'
import { outbox } from './outbox.js'
import { checksum } from './sha256.js'
import { sendFile, Unreadable } from './upload.js'

/** Delays before each retry, in milliseconds; the last one repeats. */
const delays = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000]
/** Maximum number of files, and of bytes, checked in one request. */
const BATCH = { files: 50, bytes: 256 << 20 }
/** Number of files sent in parallel: the pause between two small files costs more than their bytes. */
const LANES = 2

/**
 * Sends files of this device to the library, one batch after the other, whatever page is shown. Waiting files are
 * stored in the browser, and sending continues when Espy is opened again.
 *
 * Fires `changed`; and `arrived` when the library has new files.
 *
 * @typedef {{id: string, file: File, sum?: string, isKept?: boolean, isBegun?: boolean, progress?: number}} Item
 */
class Sender extends EventTarget {
  /** In order. @type {Item[]} */
  waiting = []
  /** Files that were refused, with the reasons. @type {{item: Item, why: unknown}[]} */
  refused = []
  isPaused = false
  /** Whether another window of this browser is sending. */
  isElsewhere = false
  /** Why nothing can be sent at the moment. @type {unknown} */
  trouble = null
  /** Whether the browser has no room to store the waiting files. */
  isFull = false
  #tally = { sent: 0, there: 0, undated: 0 }
  #giveUp = new AbortController()
  #isRunning = false
  #lastId = 0
  #wake = () => {}
  #keeping = Promise.resolve()

  constructor() {
    super()
    api.connection.addEventListener('found', () => this.#wake())
    addEventListener('online', () => this.#wake())
    addEventListener('beforeunload', (event) => { if (this.waiting.some(({ isKept }) => !isKept)) event.preventDefault() })
  }

  /** The outcome of all files added. */
  get tally() {
    const { sent, there, undated } = this.#tally
    const total = sent + there + this.refused.length + this.waiting.length
    const begun = this.waiting.reduce((sum, { progress = 0 }) => sum + progress, 0)
    return { sent, there, undated, total, share: total > 0 ? (total - this.waiting.length + begun) / total : 0 }
  }

  /** Whether everything waiting would be sent later if this page were closed now. */
  get mayClose() {
    return this.waiting.every(({ isKept }) => isKept)
  }

  /** Continues with files left from the last time Espy was open. */
  async resume() {
    const known = new Set(this.waiting.map(({ id }) => id))
    const { items, tally } = await outbox.all().catch(() => ({ items: [] }))
    if (this.waiting.length === 0 && items.length > 0 && tally) this.#tally = tally
    for (const { id, file } of items) if (!known.has(id)) this.waiting.push({ id, file, isKept: true })
    if (items.length === 0) outbox.clear().catch(() => {})
    this.#begin()
  }

  /** @param {File[]} files */
  take(files) {
    if (this.waiting.length === 0) this.#reset()
    const items = files.map((file) => ({ id: this.#newId(), file }))
    this.waiting.push(...items)
    this.#keep(items)
    this.#begin()
  }

  pause() {
    this.isPaused = true
    this.#giveUp.abort()
    this.#tell()
  }

  /** Continues after a pause, or stops waiting for a retry. */
  goOn() {
    this.isPaused = false
    this.#wake()
    this.#begin()
  }

  /** Whether something that was not taken may be taken another time. */
  get mayTryAgain() {
    return this.refused.some(({ why }) => !isFinal(why))
  }

  /** Sends that once more. */
  again() {
    const items = this.refused.filter(({ why }) => !isFinal(why)).map(({ item }) => item)
    this.refused = this.refused.filter(({ why }) => isFinal(why))
    this.waiting.push(...items)
    this.#keep(items)
    this.#begin()
  }

  /** Stops sending; files already sent stay in the library, and no file of this device is touched. */
  async stop() {
    const begun = this.waiting.filter(({ progress }) => progress > 0)
    this.waiting = []
    this.#giveUp.abort()
    this.#wake()
    this.#tell()
    await this.#keeping
    await outbox.clear().catch(() => {})
    for (const { sum } of begun) api.gallery.uploads.giveUp(sum).catch(() => {})
  }

  /** Clears the report. */
  close() {
    this.#reset()
    this.#tell()
  }

  #reset() {
    this.refused = []
    this.isFull = false
    this.#tally = { sent: 0, there: 0, undated: 0 }
  }

  #newId() {
    this.#lastId += 1
    return `${Date.now().toString(36).padStart(9, '0')}-${String(this.#lastId).padStart(6, '0')}`
  }

  /** Stores files so that they outlive the page, one after the other; they are sent meanwhile. @param {Item[]} items */
  #keep(items) {
    this.#keeping = this.#keeping.then(async () => {
      for (const item of items) {
        if (!this.waiting.includes(item)) continue
        try {
          await outbox.put({ id: item.id, file: item.file })
          item.isKept = true
          // It may have been sent while it was being stored.
          if (!this.waiting.includes(item)) await this.#forget(item)
        } catch {
          // No room, or a browser without storage: it is sent while the page is open.
          this.isFull = true
        }
      }
      this.#tell()
    })
  }

  /** One window at a time, if the browser supports locks: two windows would send the same files twice. */
  async #begin() {
    this.#tell()
    if (this.#isRunning) return
    this.#isRunning = true
    const run = () => this.#run()
    if (navigator.locks) {
      const isDone = await navigator.locks.request('espy-outbox', { ifAvailable: true }, async (lock) => {
        if (lock) await run()
        return lock !== null
      })
      if (!isDone) {
        this.isElsewhere = true
        this.#tell()
        await navigator.locks.request('espy-outbox', async () => {
          this.isElsewhere = false
          await this.#renew()
          await run()
        })
      }
    } else {
      await run()
    }
    this.#isRunning = false
    this.#tell()
    // Files may have been added while the last one was being removed.
    if (this.waiting.length > 0 && !this.isPaused) this.#begin()
  }

  /** Drops files that another window has sent meanwhile. */
  async #renew() {
    const { items } = await outbox.all().catch(() => ({ items: [] }))
    const kept = new Set(items.map(({ id }) => id))
    this.waiting = this.waiting.filter(({ id, isKept }) => !isKept || kept.has(id))
  }

  async #run() {
    let tries = 0
    let next = null
    while (this.waiting.length > 0 && !this.isPaused) {
      this.#giveUp = new AbortController()
      const { signal } = this.#giveUp
      try {
        const batch = await (next ?? this.#prepare(new Set(), signal))
        // The next batch is read while this one is sent.
        next = this.#prepare(new Set(batch), signal)
        next.catch(() => {})
        const before = this.waiting.length
        await this.#sendBatch(batch.filter((item) => this.waiting.includes(item)), signal)
        if (this.waiting.length < before) tries = 0
        this.trouble = null
      } catch (error) {
        next = null
        if (api.isAbort(error)) continue
        this.trouble = error
        await this.#wait(delays[Math.min(tries, delays.length - 1)])
        tries += 1
      }
    }
    this.trouble = null
  }

  /** @param {Set<Item>} others to leave out */
  async #prepare(others, signal) {
    const batch = []
    let bytes = 0
    for (const item of this.waiting.filter((each) => !others.has(each))) {
      if (batch.length === BATCH.files || bytes > BATCH.bytes) break
      try {
        item.sum ??= await checksum(item.file, signal)
        bytes += item.file.size
        batch.push(item)
      } catch (error) {
        if (api.isAbort(error)) throw error
        this.#refuse(item, new Unreadable())
      }
    }
    return batch
  }

  /** @param {Item[]} batch @throws an error that prevents all sending for now */
  async #sendBatch(batch, signal) {
    if (batch.length === 0) return
    const known = new Set(await api.gallery.uploads.known(batch.map(({ sum }) => sum), { signal }))
    // An upload that was begun is complete, and only the answer was lost.
    for (const item of batch.filter(({ sum }) => known.has(sum))) this.#finish(item, item.isBegun ? 'sent' : 'there')
    // The same file twice: the second one is checked again later, and is known by then.
    const sums = batch.map(({ sum }) => sum)
    const rest = batch.filter(({ sum }, at) => !known.has(sum) && sums.indexOf(sum) === at)
    const lane = async () => {
      while (rest.length > 0) await this.#sendOne(rest.shift(), signal)
    }
    const ends = await Promise.allSettled(Array.from({ length: LANES }, lane))
    const failed = ends.find(({ status }) => status === 'rejected')
    if (failed) throw failed.reason
  }

  async #sendOne(item, signal) {
    item.isBegun = true
    try {
      const onProgress = (fraction) => {
        item.progress = fraction
        this.#tell()
      }
      const place = await sendFile(item.file, item.sum, { signal, onProgress })
      if (place && !place.hasDate) this.#tally.undated += 1
      this.#finish(item, 'sent')
    } catch (error) {
      item.progress = 0
      if (isPassing(error)) throw error
      this.#refuse(item, error)
    }
  }

  /** @param {Item} item @param {'sent' | 'there'} how */
  #finish(item, how) {
    this.#tally[how] += 1
    this.#drop(item)
    if (how === 'sent') this.dispatchEvent(new Event('arrived'))
  }

  #refuse(item, why) {
    this.refused.push({ item, why })
    this.#drop(item)
  }

  #drop(item) {
    this.waiting = this.waiting.filter((other) => other !== item)
    if (item.isKept) this.#forget(item).catch(() => {})
    this.#tell()
  }

  async #forget(item) {
    await outbox.finish(item.id, this.#tally)
    // Another window may have added files.
    if (this.waiting.length === 0 && (await outbox.all()).items.length === 0) await outbox.clear()
  }

  #wait(milliseconds) {
    this.#tell()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
      this.#giveUp.signal.addEventListener('abort', this.#wake, { once: true })
    })
  }

  #tell() {
    this.dispatchEvent(new Event('changed'))
  }
}

/** Whether the next attempt may succeed: the connection failed, the disk is full, or the device is not paired. */
function isPassing(error) {
  if (error instanceof Unreadable) return false
  return error instanceof api.Unreachable || api.isAbort(error) || error.status >= 500 || [401, 403, 429].includes(error.status)
}

/** Whether the library never takes a file: it is no photo, or too large. */
const isFinal = ({ kind }) => ['not-an-image', 'too-large'].includes(kind)

export const sender = new Sender()
