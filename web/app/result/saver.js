import { api } from '../api.js'
import { agreed, fitsSame, isAlike } from './merge.js'
import { dropWaiting, keepWaiting, waitingOf, workOn } from './waiting.js'

/** Delay after the last change before it is saved, in milliseconds. */
const PAUSE = 400

/**
 * How results of one kind are corrected.
 * @typedef {object} Kind
 * @property {(corrections: object) => boolean} isEmpty whether there are no corrections
 * @property {(corrections: object) => object} toServer
 * @property {(corrections: object) => object} fromServer
 * @property {(order: object, signal?: AbortSignal) => Promise<import('../api/jobs.js').Job>} [start] starts the job
 *   again, if it can be requested with other options
 */

/**
 * Keeps the entry in the history up to date with the screen. One request is sent at a time; later changes follow.
 */
export class Saver {
  /**
   * @param {{kind: Kind, entry: object | null, moment: object, known?: number, tell: (name: string, detail?: any) => void,
   *   adopt?: (moment: object, result: object) => object, result: () => object,
   *   join: (corrections: object, isAsked: boolean) => object}} start
   *   `moment` has the `corrections`, and the `order` if there is one; it is the server's state. `adopt` receives the
   *   server's result for a predicted one, and returns the moment that replaces the given one. `known` is the number of
   *   changes of the entry; `join` shows the changes of others together with the corrections made here
   */
  constructor({ kind, entry, moment, known, tell, adopt, result, join }) {
    Object.assign(this, { kind, entry, known, tell, adopt, result, join })
    this.counts = this.counting = 0
    this.wanted = this.kept = moment
    this.timer = 0
    this.working = null
    this.life = new AbortController()
    /** Whether unsaved changes are stored in this browser until they can be saved. */
    this.isWaiting = Boolean(entry && waitingOf(entry.id))
    /** Whether changes of others are being merged, and the user may be asked. */
    this.isJoining = false
    if (entry) workOn(entry.id, this.life.signal)
    addEventListener('pagehide', () => this.flush(), { signal: this.life.signal })
    // On a phone this may be the last event that a page receives.
    document.addEventListener('visibilitychange', () => { if (document.hidden) this.hurry() }, { signal: this.life.signal })
    api.connection.addEventListener('found', () => this.hurry(), { signal: this.life.signal })
  }

  get isKept() {
    return this.wanted === this.kept
  }

  /** Whether the server's version is about to change because of this page. */
  get isBusy() {
    return Boolean(this.working) || this.counting > 0 || !this.isKept
  }

  /** Whether others have corrected the result or replaced it. @param {object} record the server's version */
  isNews({ audit, result, corrections }) {
    if (this.known !== undefined && audit.length <= this.known) return false
    if (!fitsSame(result, this.result()) || !isAlike(corrections, this.base)) return true
    this.known = audit.length
    return false
  }

  /**
   * Shows the corrections of others, when nothing waits to be saved here.
   *
   * @param {object} record the server's version @returns {boolean} false if they belong to a different result
   */
  take({ entry, audit, result, corrections }) {
    if (!fitsSame(result, this.result())) return false
    this.known = audit.length
    this.#renew(entry)
    this.wanted = this.kept = this.join(this.kind.fromServer(corrections), true)
    this.tell('saving', false)
    return true
  }

  /** Updates the entry from the server: a correction has removed the name of who checked it, and others may have noted. */
  #renew(entry) {
    this.entry = this.entry && entry ? Object.assign(this.entry, { confirmation: undefined, note: undefined, ...entry }) : entry ?? this.entry
  }

  /** @param {object} moment */
  save(moment) {
    this.wanted = moment
    if (!this.entry) return
    clearTimeout(this.timer)
    // Back to the server's state, before anything was sent.
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

  /** Saves when the page is being closed: there is no time to wait for pending requests. */
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

  /** Stores corrections in this browser; those that need a recount first cannot be stored. */
  wait() {
    const isSame = this.wanted.order === this.kept.order
    this.isWaiting = isSame && keepWaiting(this.entry.id, { corrections: this.kind.toServer(this.wanted.corrections), base: this.base })
  }

  /** The corrections on the server when the user started. */
  get base() {
    return this.kept.corrections ? this.kind.toServer(this.kept.corrections) : {}
  }

  /** Updates the server to one moment: first the recount, then the corrections. */
  async bring(wanted) {
    let moment = wanted
    if (moment.order !== this.kept.order) {
      const job = await this.kind.start(moment.order)
      const { result, entry } = await api.followJob(job)
      this.#renew(entry)
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
        this.#renew(record.entry)
      } catch (error) {
        if (error.kind !== 'changed-elsewhere') throw error
        return await this.reconcile(moment, error).finally(() => { this.isJoining = false })
      }
    }
    this.kept = moment
  }

  /**
   * Handles an entry that was changed elsewhere: both corrections count, unless they now belong to a different result.
   */
  async reconcile(moment, error) {
    const { toServer, fromServer } = this.kind
    this.isJoining = true
    const record = await api.history.get(this.entry.id)
    if (!fitsSame(record.result, this.result())) throw error
    const own = toServer(this.wanted.corrections)
    const { corrections, isAsked } = await agreed(record, this.base, own)
    this.known = record.audit.length
    this.#renew(record.entry)
    // Another page may already have sent them.
    if (isAlike(record.corrections, own)) return void (this.kept = this.wanted)
    this.kept = { ...moment, corrections: fromServer(record.corrections) }
    this.wanted = this.join(fromServer(corrections), isAsked)
  }

  /**
   * Counts again, replacing the result in the history.
   *
   * @param {object} order @param {AbortSignal} signal @param {(fraction: number) => void} progress
   * @returns {Promise<import('../api/jobs.js').Job>} the finished job
   */
  async count(order, signal, progress) {
    const number = (this.counts += 1)
    await this.working
    this.counting += 1
    try {
      return await this.counted(await this.kind.start(order, signal), { order, signal, progress, number })
    } finally {
      this.counting -= 1
    }
  }

  async counted(job, { order, signal, progress, number }) {
    try {
      const done = await api.followJob(job, { signal, onProgress: ({ fraction }) => progress(fraction) })
      this.#renew(done.entry)
      this.kept = { order, result: done.result, corrections: null }
      this.known = undefined
      return done
    } catch (error) {
      if (signal.aborted) this.settle(job, number)
      throw error
    }
  }

  /** A canceled job may have finished all the same; then the history must be restored. */
  async settle(job, number) {
    this.counting += 1
    const isDone = await api.followJob(job).then(() => true, () => false)
    this.counting -= 1
    if (!isDone || number !== this.counts) return
    this.kept = { order: null, corrections: null }
    this.save(this.wanted)
  }

  /** Saves at the end. Without a connection, that happens as soon as there is one, whatever page is shown by then. */
  async close() {
    await this.hurry()
    if (this.entry && !this.isKept && api.connection.isLost) api.connection.addEventListener('found', () => this.close(), { once: true, signal: this.life.signal })
    else this.life.abort()
  }
}
