import { api } from '../api.js'
import { isOfDevice } from '../device/here.js'
import { byRecipes } from '../recipes/chooser.js'
import { UndoSession } from '../result/session.js'
import { carried, fromServer, isEmpty, none, tally, toServer } from './corrections.js'
import { countingGroups, withKeptKinds, withKindsOf } from './groups.js'
import { keepKinds } from './kept-kinds.js'
import { orderOf } from './order.js'

/** Maximum number of counts of one photo that are remembered. */
const REMEMBERED = 12
/** Idle time before the photo is searched with another pipeline, in milliseconds. */
const QUIET = 150

/**
 * The state at one moment. Never changed in place.
 * @typedef {object} Moment
 * @property {object} order the request: `options` and `groups`
 * @property {object} result
 * @property {import('./corrections.js').Corrections} corrections
 * @property {'like' | 'unlike'} [shown] whether the user has tapped a thing that counts, or one that no longer does
 */

/**
 * One counted photo, and everything that the user does to it: corrections, which show immediately, and recounting,
 * which takes a moment. Each can be undone. The server is updated automatically.
 *
 * Emits `change`, `busy` (fraction, or null when it is over), `job` (ID, or null for an earlier count), `saving`,
 * `further` and `problem`.
 */
export class CountSession extends UndoSession {
  kind = 'count'
  /** Earlier counts by request, so that trying the same options again takes no time. */
  #known = new Map()

  /**
   * @param {{result: object, photo?: string | null, entry?: object | null, corrections?: object}} reading as the server
   *   stores it
   */
  constructor(reading) {
    const { corrections } = reading
    const { result, groups, first } = withKeptKinds(reading)
    super(reading, { order: { ...orderOf(result.parameters), groups, recipes: recipesOf(result) }, result, corrections: fromServer(corrections) },
      { isEmpty, toServer, fromServer, start: (order, signal) => this.#start(order, signal) }, (...of) => this.#adopt(...of))
    this.recounting = this.looking = null
    /** The things that counted before the user chose another group. */
    this.first = first ?? result.detections.filter(({ main }) => main)
    /** Whether no other pipeline is available here. */
    this.isBlind = false
    this.#remember(this.now)
    this.takeWaiting()
  }

  get result() {
    return this.now.result
  }

  get tally() {
    return tally(this.result, this.corrections)
  }

  get isCorrected() {
    return !isEmpty(this.corrections)
  }

  /**
   * Recounts with other options. Corrections are kept as far as they fit.
   * @param {object} options the changed options; null removes an option
   * @param {(moment: Moment) => Moment} [change] changes the new moment, before it is shown
   */
  async recount(options, change) {
    this.abandon()
    const { order } = this.now
    // With an example, another pipeline counts better.
    const free = options.like && order.options.pipeline === 'adaptive' ? { pipeline: null } : {}
    const next = { ...order, options: without({ ...order.options, ...free, ...options }), groups: options.like ? undefined : order.groups }
    return this.#recountBy(next, options, change)
  }

  /** Recounts without a recipe and everything that it set, such as sizes. @param {string} name */
  async dropRecipe(name) {
    this.abandon()
    const { options: { region, exclusions }, recipes } = this.now.order
    return this.#recountBy({ options: without({ region, exclusions }), recipes: recipes.filter((other) => other !== name) }, {})
  }

  async #recountBy(next, options, change) {
    const known = this.#known.get(keyOf(next))
    if (known) {
      this.#goTo(known, options, change)
      return this.emit('job', null)
    }
    const attempt = (this.recounting = new AbortController())
    try {
      this.emit('busy', 0)
      const job = await this.saver.count(next, attempt.signal, (fraction) => this.emit('busy', fraction))
      if (attempt.signal.aborted) return
      this.#goTo(this.#remember({ order: next, result: job.result }), options, change)
      this.emit('job', job.id)
    } catch (error) {
      if (!api.isAbort(error)) this.emit('problem', error)
    } finally {
      if (this.recounting === attempt) {
        this.recounting = null
        this.emit('busy', null)
      }
    }
  }

  #goTo({ order, result }, { like }, change = (moment) => moment) {
    this.go(change({ order, result, corrections: like ? none : carried(this.corrections, this.result, result) }))
  }

  #remember({ order, result }) {
    const counted = { order, result }
    this.#known.set(keyOf(order), counted)
    if (this.#known.size > REMEMBERED) this.#known.delete(this.#known.keys().next().value)
    return counted
  }

  /**
   * Other possible answers, from another pipeline.
   * @returns {object | null | undefined} a result; null if there is no other pipeline, undefined if it has not run yet
   */
  get further() {
    const { order, result } = this.now
    const { pipeline, like } = result.parameters
    // On the device, another pipeline would keep the next tap waiting.
    if (!this.photo || isOfDevice(this.photo) || this.isBlind || like || pipeline === 'reference' || result.recipes) return null
    return this.#known.get(keyOf(furtherOf(order)))?.result
  }

  /** Searches with another pipeline while nothing else is running. Its result is not stored on the server. */
  async lookFurther() {
    if (this.further !== undefined || this.looking || this.recounting) return
    const attempt = (this.looking = new AbortController())
    const order = furtherOf(this.now.order)
    try {
      await pause(QUIET, attempt.signal)
      this.isBlind = !(await api.about({ signal: attempt.signal })).looksTwice
      if (this.isBlind) return
      const job = await api.startCount({ photo: this.photo, options: order.options, keep: false }, { signal: attempt.signal })
      const { result } = await api.followJob(job, { signal: attempt.signal })
      this.isBlind = result.parameters.pipeline !== order.options.pipeline
      if (!this.isBlind) this.#remember({ order, result })
    } catch {
      // The user did not ask for it, and nothing is missing without it.
      this.isBlind = !attempt.signal.aborted
    } finally {
      if (this.looking === attempt) this.looking = null
      if (!attempt.signal.aborted) this.emit('further')
    }
  }

  /** Counts a result of the other pipeline. @param {number} id of the group there */
  chooseFurther(id) {
    const { further } = this
    const { options } = furtherOf(this.now.order)
    const groups = id === further.clusters[0].id ? undefined : [id]
    this.go({ order: { options, groups, recipes: [] }, result: countingGroups(further, [id]), corrections: none })
  }

  /** Cancels a recount; the previous result stays. */
  cancel() {
    this.abandon()
    this.emit('busy', null)
  }

  /**
   * Counts other groups.
   *
   * @param {number[]} groups @param {'like' | 'unlike'} [shown] by one of their things, or by one counted before
   */
  choose(groups, shown) {
    const { order, result } = this.now
    const { like, alsoLike, unlike, ...others } = order.options
    // A search by example offers a choice of its answers.
    const options = like && result.parameters.pipeline === 'seeker' ? order.options : others
    this.go({ order: { ...order, options, groups }, result: countingGroups(result, groups), corrections: none, shown })
    if (shown) this.emit('job', null)
  }

  #start({ options, groups, recipes }, signal) {
    return api.startCount({
      photo: this.photo, options, groups, ...byRecipes(recipes),
      replaces: this.saver.entry?.id,
    }, { signal })
  }

  /** Replaces the predicted result by the server's. */
  #adopt(moment, result) {
    const better = { ...moment, result: withKindsOf(moment.result, result, moment.order.groups) }
    if (this.saver.entry) keepKinds(this.saver.entry.id, better.result, moment.order.groups, this.first)
    if (this.now !== moment) return better
    this.now = this.saver.wanted = better
    this.emit('change')
    return better
  }

  close() {
    this.looking?.abort()
    super.close()
  }

  abandon() {
    this.recounting?.abort()
    this.recounting = null
    this.looking?.abort()
    this.looking = null
  }
}

/** The same request with the other pipeline. */
const furtherOf = ({ options: { confidence: _, pipeline, ...options } }) => (
  { recipes: [], options: { ...options, pipeline: pipeline === 'adaptive' ? 'seeker' : 'adaptive' } })

function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => { clearTimeout(timer); reject(signal.reason) }, { once: true })
  })
}

/** The same key for the same request, in whatever order its options are. */
const keyOf = ({ options, groups, recipes }) => (
  JSON.stringify([Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)), groups ?? null, recipes]))

/** The names of the recipes used for a result. */
const recipesOf = ({ recipe, recipes }) => (recipes ?? (recipe ? [recipe] : [])).map(({ name }) => name)

function without(options) {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null && value !== undefined))
}
