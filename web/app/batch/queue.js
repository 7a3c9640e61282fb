import { api } from '../api.js'
import { strings } from '../strings.js'
import { Emitter } from '../viewer/emitter.js'
import { markOf, newRow, settle } from './row.js'
import { totalsOf } from './totals.js'
import { BatchWork, Lost } from './work.js'

/** The server works on two at a time; while it does, the next one is sent. */
const LANES = 3

/**
 * Photos that are counted or read, a few at a time while the rest waits. It belongs to no page: it goes on while a person
 * looks at others, and its table is there again when they come back.
 *
 * Tells `row` when something is known of one, `rows` when there are more, and `change` when work begins or ends.
 */
export class BatchQueue extends Emitter {
  /** Of photos that are still to be done; a file is a handle, not what is in it. @type {Map<number, File>} */
  #files = new Map()
  /** What is being worked on. @type {Set<import('./row.js').Row>} */
  #taken = new Set()
  #life = new AbortController()
  #end = new AbortController()
  /** The photo whose result a person looked at last. @type {number | undefined} */
  opened
  /** How its table is sorted. */
  order = { by: 'given', isDown: false }

  /**
   * @param {'count' | 'rack' | 'shelf'} page
   * @param {{id: string, rows?: import('./row.js').Row[], since?: object}} kept `rows` of a table that there was before
   */
  constructor(page, { id, rows = [], since }) {
    super()
    Object.assign(this, { page, id, rows })
    this.work = new BatchWork(page, {
      since, tell: (row) => this.emit('row', row), isOwned: (entry) => this.rows.some((row) => row.entry === entry),
    })
    const { signal } = this.#end
    api.changes.addEventListener('history', ({ detail }) => this.#heard(detail), { signal })
    // Whoever reloads or closes the window is asked before, as long as something would be lost.
    addEventListener('beforeunload', (event) => { if (this.isBusy) event.preventDefault() }, { signal })
  }

  /** Ends with the table, when another takes its place. */
  get signal() {
    return this.#end.signal
  }

  close() {
    this.stop()
    this.#end.abort()
  }

  get totals() {
    return totalsOf(this.rows)
  }

  get isBusy() {
    return this.#taken.size > 0
  }

  get isStopped() {
    return !this.isBusy && this.rows.some(({ state }) => state === 'waiting')
  }

  /**
   * More photos. Those that are in the table stay as they are, but for those that were to be given again.
   *
   * @param {File[]} files @param {object} wishes what is asked for beside each @returns {number} how many were there already
   */
  add(files, wishes) {
    const known = new Map(this.rows.map((row) => [row.mark, row]))
    const news = files.filter((file) => (known.get(markOf(file))?.state ?? 'lost') === 'lost')
    for (const file of news) {
      const row = known.get(markOf(file)) ?? this.#append(newRow(file, this.rows.length, wishes))
      this.#files.set(row.key, file)
      row.state = 'waiting'
      delete row.problem
    }
    this.emit('rows')
    this.goOn()
    return files.length - news.length
  }

  #append(row) {
    this.rows.push(row)
    return row
  }

  /** Gives up what is being done: it waits again. */
  stop() {
    this.#life.abort()
  }

  goOn() {
    if (this.#life.signal.aborted) this.#life = new AbortController()
    this.#fill()
  }

  /** @param {import('./row.js').Row[]} rows that failed */
  retry(rows) {
    for (const row of rows) this.#tell(row, { state: 'waiting', problem: undefined })
    this.goOn()
  }

  /** Tells of a row. @param {import('./row.js').Row} row @param {object} values that it has from now on */
  #tell(row, values) {
    Object.assign(row, values)
    this.emit('row', row)
  }

  #fill() {
    const { signal } = this.#life
    while (this.#taken.size < LANES && !signal.aborted) {
      const row = this.rows.find((each) => each.state === 'waiting' && !this.#taken.has(each))
      if (!row) break
      // One of its own: what hangs on it goes with the photo, and not with the last one.
      this.#run(row, AbortSignal.any([signal]))
    }
    this.emit('change')
  }

  async #run(row, signal) {
    this.#taken.add(row)
    try {
      settle(row, await this.work.run(row, this.#files.get(row.key), signal))
      this.#files.delete(row.key)
    } catch (error) {
      this.#fail(row, error, signal)
    }
    this.#taken.delete(row)
    this.emit('row', row)
    this.#fill()
  }

  #fail(row, error, signal) {
    if (signal.aborted) row.state = 'waiting'
    else if (error instanceof Lost) Object.assign(row, { state: 'lost', problem: strings.batch.lost })
    else Object.assign(row, { state: 'failed', problem: api.sentence(error) })
    // All others would meet the same.
    if (error.kind === 'not-paired') this.stop()
  }

  /** Something was corrected or counted again on the page of a result. */
  #heard(found) {
    const isOf = (row) => (row.entry ? row.entry === found.entry?.id : row.photo !== undefined && row.photo === found.photo)
    const row = found && this.rows.find((each) => each.state === 'done' && isOf(each))
    if (!row) return
    settle(row, found)
    this.emit('row', row)
  }
}
