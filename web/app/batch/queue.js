import { api } from '../api.js'
import { byRecipes, recipesIn } from '../recipes/chooser.js'
import { strings } from '../strings.js'
import { Emitter } from '../viewer/emitter.js'
import { markOf, newRow, settle } from './row.js'
import { totalsOf } from './totals.js'
import { BatchWork, Lost } from './work.js'

/** Number of photos at a time: the server works on two while the next is sent. */
const LANES = 3

/**
 * A queue of photos to count or read, a few at a time. It belongs to no page: it continues while the user looks at
 * others, and its table is there when they return.
 *
 * Emits `row` when a row changes, `rows` when there are more, and `change` when work begins or ends.
 */
export class BatchQueue extends Emitter {
  /** The files of photos still to be done; a file is a handle, without its content. @type {Map<number, File>} */
  #files = new Map()
  /** Rows being processed. @type {Set<import('./row.js').Row>} */
  #taken = new Set()
  #life = new AbortController()
  #end = new AbortController()
  /** The photo whose result the user viewed last. @type {number | undefined} */
  opened
  /** How its table is sorted. */
  order = { by: 'given', isDown: false }

  /**
   * @param {'count' | 'rack' | 'shelf'} page
   * @param {{id: string, rows?: import('./row.js').Row[], since?: object}} kept `rows` of an earlier table
   */
  constructor(page, { id, rows = [], since }) {
    super()
    Object.assign(this, { page, id, rows })
    this.work = new BatchWork(page, {
      since, tell: (row) => this.emit('row', row), isOwned: (entry) => this.rows.some((row) => row.entry === entry),
    })
    const { signal } = this.#end
    api.changes.addEventListener('history', ({ detail }) => this.#heard(detail), { signal })
    // The browser asks for confirmation before a reload or close that would lose something.
    addEventListener('beforeunload', (event) => { if (this.isBusy) event.preventDefault() }, { signal })
  }

  /** Aborts when another table takes the place of this one. */
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
   * Adds photos. Those already in the table are unchanged, except those that had to be added again.
   *
   * @param {File[]} files @param {object} wishes options for each photo @returns {number} how many were already there
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

  /** Stops the work in progress, which then waits again. */
  stop() {
    this.#life.abort()
  }

  goOn() {
    if (this.#life.signal.aborted) this.#life = new AbortController()
    this.#fill()
  }

  /** @param {import('./row.js').Row[]} rows the failed ones */
  retry(rows) {
    for (const row of rows) this.#tell(row, { state: 'waiting', problem: undefined })
    this.goOn()
  }

  /** Counts all photos of a recipe again, without it, but for those that were corrected. @param {string} name */
  dropRecipe(name) {
    for (const row of this.rows.filter(({ wishes, corrected }) => !corrected && recipesIn(wishes).includes(name))) {
      const { recipe, recipes, ...others } = row.wishes
      const wishes = { ...others, ...byRecipes(recipesIn(row.wishes).filter((other) => other !== name)) }
      const isDone = row.state === 'done'
      // A photo that is being counted by the recipe now is counted again afterwards.
      this.#tell(row, { wishes, again: isDone || this.#taken.has(row) || row.again, state: isDone ? 'waiting' : row.state })
    }
    this.emit('rows')
    this.goOn()
  }

  /** Reports a change of a row. @param {import('./row.js').Row} row @param {object} values its new values */
  #tell(row, values) {
    Object.assign(row, values)
    this.emit('row', row)
  }

  #fill() {
    const { signal } = this.#life
    while (this.#taken.size < LANES && !signal.aborted) {
      const row = this.rows.find((each) => each.state === 'waiting' && !this.#taken.has(each))
      if (!row) break
      // Each photo gets a separate signal, so that its listeners are released with the photo, not with the queue.
      this.#run(row, AbortSignal.any([signal]))
    }
    this.emit('change')
  }

  async #run(row, signal) {
    this.#taken.add(row)
    try {
      settle(row, await this.work.run(row, this.#files.get(row.key), signal))
      if (row.again) row.state = 'waiting'
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
    // All other photos would fail for the same reason.
    if (error.kind === 'not-paired') this.stop()
  }

  /** Handles a correction or recount on the page of a result. */
  #heard(found) {
    const isOf = (row) => (row.entry ? row.entry === found.entry?.id : row.photo !== undefined && row.photo === found.photo)
    const row = found && this.rows.find((each) => each.state === 'done' && isOf(each))
    if (!row) return
    settle(row, found)
    this.emit('row', row)
  }
}
