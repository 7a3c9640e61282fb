import { api } from '../api.js'
import { Problem, Unreachable } from '../api/problem.js'
import { isOfDevice } from '../device/here.js'
import { staysHere } from '../device/place.js'
import { strings } from '../strings.js'
import { adopted, newestEntry } from './adopt.js'

const starts = { count: 'startCount', rack: 'startRack', shelf: 'startShelf' }
/** Maximum number of attempts for a photo after failures that are not its fault. */
const TRIES = 4
/** Delay before a retry when the server is too busy, in milliseconds. */
const PAUSE = 2000
/** The photo or the job no longer exists: the server was restarted, or the photo waited too long. */
const forgotten = ['photo-gone', 'not-found']

/** Sends photos and has them counted or read, one after the other, and waits while the server is away. */
export class BatchWork {
  #newest

  /**
   * @param {'count' | 'rack' | 'shelf'} page
   * @param {{isOwned: (entry: string) => boolean, tell: (row: import('./row.js').Row) => void,
   *   since?: {id: string | null, time: number}}} options `tell` is called with each step
   */
  constructor(page, { isOwned, tell, since }) {
    Object.assign(this, { page, isOwned, tell, since })
  }

  /**
   * @param {import('./row.js').Row} row @param {File | undefined} file missing after a reload
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
    if (row.again && row.photo) return this.#countAgain(row, signal)
    // Results read on this device are nowhere else.
    if (!staysHere(this.page)) await this.#lookBack(signal)
    const before = row.photo && !isOfDevice(row.photo) && await this.#begun(row, signal)
    if (before) return before
    if (!file) throw new Lost()
    await check(file)
    this.#step(row, { state: 'sending' })
    const { id, name, width, height } = await api.photos.upload(file, { page: this.page, name: file.name || 'photo.jpg', signal })
    this.#step(row, { state: 'working', photo: id, title: name, size: { width, height } })
    return this.#follow(row, signal)
  }

  /** Replaces the result of a photo that was sent before. */
  async #countAgain(row, signal) {
    const { wishes } = row
    this.#step(row, { state: 'working' })
    try {
      const found = await this.#follow(row, signal)
      if (row.wishes === wishes) delete row.again
      return found
    } catch (error) {
      if (!forgotten.includes(error.kind)) throw error
      this.#step(row, { photo: undefined, again: undefined })
      throw new Lost()
    }
  }

  async #follow(row, signal) {
    const { photo, entry, wishes } = row
    const job = await api[starts[this.page]]({ photo, options: {}, replaces: entry, ...wishes }, { signal })
    this.#step(row, { job: job.id })
    return api.followJob(job, { signal })
  }

  /**
   * Returns the result of an earlier attempt; null if there is none yet. The server may still be working on it under an
   * unknown job ID, so this asks once more before the photo is sent again.
   */
  async #begun(row, signal) {
    const options = { since: this.since, isOwned: this.isOwned, signal }
    const done = row.job && await ended(row.job, signal)
    const found = done || await adopted(row, this.page, options)
    if (!found) this.#step(row, { job: undefined })
    return found
  }

  /** Finds the newest entry before the first photo. */
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

/** A photo whose file is no longer available. */
export class Lost extends Error {}

/** Returns a job of an earlier attempt when it is done; null if it is unknown, was canceled or failed. */
async function ended(id, signal) {
  try {
    return await api.followJob({ id }, { signal })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof Unreachable) throw error
    return null
  }
}

/** Checks that the file still exists: sending a deleted file looks like an unreachable server. */
async function check(file) {
  if (file.size === 0) throw new Problem({ type: '/empty', title: strings.intake.problems.empty.title })
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    throw new Problem({ type: '/unreadable', title: strings.batch.unreadable })
  }
}

/** Whether the failure may not happen again in another attempt; a server that stops cancels its jobs. */
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
