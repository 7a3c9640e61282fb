import { api } from '../api.js'
import { agreed } from './merge.js'
import { dropWaiting, keepWaiting, waitingOf, workOn } from './waiting.js'

/** So long after the last change it is saved, in milliseconds. */
const PAUSE = 400

/**
 * How one kind of result is corrected.
 * @typedef {object} Kind
 * @property {(corrections: object) => boolean} isEmpty whether nothing is corrected
 * @property {(corrections: object) => object} toServer
 * @property {(corrections: object) => object} fromServer
 * @property {(order: object, signal?: AbortSignal) => Promise<import('../api/jobs.js').Job>} [start] makes the result
 *   anew, where another order can be asked for
 */

/**
 * Keeps the entry of the history as the person sees the result. One thing at a time is on its way; what came in
 * between follows.
 */
export class Saver {
  /**
   * @param {{kind: Kind, entry: object | null, moment: object, known?: number, tell: (name: string, detail?: any) => void,
   *   adopt?: (moment: object, result: object) => object, result: () => object,
   *   join: (corrections: object, isAsked: boolean) => object}} start
   *   `moment` has the `corrections`, and the `order` where there is one; it is what the server has. `adopt` gets what
   *   it found where that was foretold, and gives the moment that takes the place of the given one. `known` is how many
   *   changes the entry has; `join` shows what others have changed together with what is corrected here
   */
  constructor({ kind, entry, moment, known, tell, adopt, result, join }) {
    Object.assign(this, { kind, entry, known, tell, adopt, result, join })
    this.counts = 0
    this.wanted = this.kept = moment
    this.timer = 0
    this.working = null
    this.life = new AbortController()
    /** Whether what is not saved is kept in this browser until it can be. */
    this.isWaiting = Boolean(entry && waitingOf(entry.id))
    /** Whether what others have changed is being put together with it, and the person may be asked. */
    this.isJoining = false
    if (entry) workOn(entry.id, this.life.signal)
    addEventListener('pagehide', () => this.flush(), { signal: this.life.signal })
    // On a phone this may be the last that a page hears.
    document.addEventListener('visibilitychange', () => { if (document.hidden) this.hurry() }, { signal: this.life.signal })
    api.connection.addEventListener('found', () => this.hurry(), { signal: this.life.signal })
  }

  get isKept() {
    return this.wanted === this.kept
  }

  /** @param {object} moment */
  save(moment) {
    this.wanted = moment
    if (!this.entry) return
    clearTimeout(this.timer)
    // Back to what the server has, before anything was on its way.
    if (this.isKept && !this.working) return this.tell('saving', false)
    this.tell('saving', true)
    if (api.connection.isLost) this.wait()
    this.timer = setTimeout(() => this.hurry(), PAUSE)
  }

  /** Saves now. */
  hurry() {
    clearTimeout(this.timer)
    if (!this.entry || this.isKept) return Promise.resolve()
    this.working ??= this.work().finally(() => { this.working = null })
    return this.working
  }

  /** The page is being closed: there is no time to wait for what is on its way. */
  flush() {
    clearTimeout(this.timer)
    if (!this.entry || this.isKept) return
    if (this.isJoining) return this.wait()
    if (!this.working || this.wanted.order !== this.kept.order) return void this.hurry()
    api.history.change(this.entry.id, { corrections: this.kind.toServer(this.wanted.corrections) }).catch(() => {})
  }

  async saved() {
    await this.working
    await this.hurry()
    return Boolean(this.entry) && this.isKept
  }

  async work() {
    try {
      while (!this.isKept) await this.bring(this.wanted)
      dropWaiting(this.entry.id)
      this.isWaiting = false
      this.tell('saving', false)
    } catch (error) {
      if (error instanceof api.Unreachable) this.wait()
      this.tell('saving', false)
      if (!api.isAbort(error)) this.tell('unsaved', error)
    }
  }

  /** Keeps what was corrected in this browser; what has to be counted anew first, no browser can keep. */
  wait() {
    const isSame = this.wanted.order === this.kept.order
    this.isWaiting = isSame && keepWaiting(this.entry.id, { corrections: this.kind.toServer(this.wanted.corrections), base: this.base })
  }

  /** The corrections that the server had when the person went on. */
  get base() {
    return this.kept.corrections ? this.kind.toServer(this.kept.corrections) : {}
  }

  /** Brings the server to one moment: first what was counted, then what was corrected. */
  async bring(wanted) {
    let moment = wanted
    if (moment.order !== this.kept.order) {
      const job = await this.kind.start(moment.order)
      const { result } = await api.followJob(job)
      moment = this.adopt(moment, result)
      this.known = undefined
      this.kept = { ...moment, corrections: null }
    }
    const isPlain = this.kept.corrections === null && this.kind.isEmpty(moment.corrections)
    if (this.kept.corrections !== moment.corrections && !isPlain) {
      const { known, kind } = this
      try {
        const record = await api.history.change(this.entry.id, { corrections: kind.toServer(moment.corrections), ...(known !== undefined && { known }) })
        this.known = record.audit.length
      } catch (error) {
        if (error.kind !== 'changed-elsewhere') throw error
        return await this.reconcile(moment, error).finally(() => { this.isJoining = false })
      }
    }
    this.kept = moment
  }

  /** Somebody else has changed the entry: both corrections count, unless what they are about is another result now. */
  async reconcile(moment, error) {
    const { toServer, fromServer } = this.kind
    this.isJoining = true
    const record = await api.history.get(this.entry.id)
    if (shapeOf(record.result) !== shapeOf(this.result())) throw error
    const { corrections, isAsked } = await agreed(record, this.base, toServer(this.wanted.corrections))
    this.known = record.audit.length
    this.kept = { ...moment, corrections: fromServer(record.corrections) }
    this.wanted = this.join(fromServer(corrections), isAsked)
  }

  /**
   * Counts anew, in place of what the history has.
   *
   * @param {object} order @param {AbortSignal} signal @param {(fraction: number) => void} progress
   * @returns {Promise<import('../api/jobs.js').Job>} the job when it is done
   */
  async count(order, signal, progress) {
    const number = (this.counts += 1)
    await this.working
    const job = await this.kind.start(order, signal)
    try {
      const done = await api.followJob(job, { signal, onProgress: ({ fraction }) => progress(fraction) })
      this.entry = done.entry ?? this.entry
      this.kept = { order, result: done.result, corrections: null }
      this.known = undefined
      return done
    } catch (error) {
      if (signal.aborted) this.settle(job, number)
      throw error
    }
  }

  /** What was given up may have been done all the same; then the history has to be brought back. */
  async settle(job, number) {
    try {
      await api.followJob(job)
    } catch {
      return
    }
    if (number !== this.counts) return
    this.kept = { order: null, corrections: null }
    this.save(this.wanted)
  }

  /** What cannot be saved for want of a connection is saved as soon as there is one, wherever the person is by then. */
  async close() {
    await this.hurry()
    if (this.entry && !this.isKept && api.connection.isLost) api.connection.addEventListener('found', () => this.close(), { once: true, signal: this.life.signal })
    else this.life.abort()
  }
}

/** What corrections are about: they name things by their places. */
const shapeOf = ({ detections, vials, spines }) => JSON.stringify(detections?.map(({ x, y, main }) => [x, y, main])
  ?? vials?.map(({ row, col, value }) => [row, col, value]) ?? spines)
