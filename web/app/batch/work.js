import { api } from '../api.js'
import { Problem, Unreachable } from '../api/problem.js'
import { isOfDevice } from '../device/here.js'
import { staysHere } from '../device/place.js'
import { strings } from '../strings.js'
import { adopted, newestEntry } from './adopt.js'

const starts = { count: 'startCount', rack: 'startRack', shelf: 'startShelf' }
/** So often a photo is begun anew when something came between that is not its own fault. */
const TRIES = 4
/** How long to wait when the server has too much to do, in milliseconds. */
const PAUSE = 2000
/** The photo or the job is not there any more: the server was started anew, or the photo waited too long. */
const forgotten = ['photo-gone', 'not-found']

/** Sends photos, and has them counted or read: one after the other, however often the server comes and goes. */
export class BatchWork {
  #newest

  /**
   * @param {'count' | 'rack' | 'shelf'} page
   * @param {{isOwned: (entry: string) => boolean, tell: (row: import('./row.js').Row) => void,
   *   since?: {id: string | null, time: number}}} options `tell` hears of each step
   */
  constructor(page, { isOwned, tell, since }) {
    Object.assign(this, { page, isOwned, tell, since })
  }

  /**
   * @param {import('./row.js').Row} row @param {File | undefined} file not there after a reload
   * @param {AbortSignal} signal @returns {Promise<{id?: string, entry?: object, result: object}>}
   */
  async run(row, file, signal) {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#attempt(row, file, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (await mustWait(error, signal)) tries -= 1
        else if (tries === TRIES || !isPassing(error)) throw error
      }
    }
  }

  async #attempt(row, file, signal) {
    // What is read on this device is nowhere else.
    if (!staysHere(this.page)) await this.#lookBack(signal)
    const before = row.photo && !isOfDevice(row.photo) && await this.#begun(row, signal)
    if (before) return before
    if (!file) throw new Lost()
    await check(file)
    this.#step(row, { state: 'sending' })
    const { id, name, width, height } = await api.photos.upload(file, { page: this.page, name: file.name || 'photo.jpg', signal })
    this.#step(row, { state: 'working', photo: id, title: name, size: { width, height } })
    const job = await api[starts[this.page]]({ photo: id, options: {}, ...row.wishes }, { signal })
    this.#step(row, { job: job.id })
    return api.followJob(job, { signal })
  }

  /**
   * What became of an earlier attempt; null when nothing has yet. The server may still work on it though nobody knows the job, so
   * it is asked once more before the photo is sent again.
   */
  async #begun(row, signal) {
    const options = { since: this.since, isOwned: this.isOwned, signal }
    const done = row.job && await ended(row.job, signal)
    const found = done || await adopted(row, this.page, options)
    if (!found) this.#step(row, { job: undefined })
    return found
  }

  /** Where the history ends before the first photo. */
  async #lookBack(signal) {
    if (this.since) return
    this.#newest ??= newestEntry({ signal })
    try {
      this.since ??= await this.#newest
    } finally {
      this.#newest = undefined
    }
  }

  #step(row, values) {
    Object.assign(row, values)
    this.tell(row)
  }
}

/** A photo that is not at hand any more. */
export class Lost extends Error {}

/** A job of an earlier attempt when it is done; null when it is not known any more, was cancelled, or failed. */
async function ended(id, signal) {
  try {
    return await api.followJob({ id }, { signal })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof Unreachable) throw error
    return null
  }
}

/** Sending a file that is gone from the disk looks as if nobody answered. */
async function check(file) {
  if (file.size === 0) throw new Problem({ type: '/empty', title: strings.intake.problems.empty.title })
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    throw new Problem({ type: '/unreadable', title: strings.batch.unreadable })
  }
}

/** Whether something came between that another attempt may not meet; a server that ends cancels its jobs. */
const isPassing = (error) => error instanceof Unreachable || api.isAbort(error) || forgotten.includes(error.kind)

/** Waits while the server is away or busy. @returns {Promise<boolean>} whether it was */
async function mustWait(error, signal) {
  if (error.kind === 'busy') return pause(signal, (done) => { setTimeout(done, PAUSE) })
  if (!(error instanceof Unreachable) || await api.connection.check()) return false
  return pause(signal, (done) => api.connection.addEventListener('found', done, { once: true, signal }))
}

/** @param {(done: () => void) => void} begin */
function pause(signal, begin) {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    begin(() => resolve(true))
  })
}
