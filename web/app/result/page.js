import { announce } from '../announce.js'
import { api } from '../api.js'
import { h } from '../dom.js'
import { findEntry } from '../history/find.js'
import { Intake } from '../intake.js'
import { isOfPhoto, photoProblem } from '../intake/problems.js'
import { openCamera } from '../intake/start.js'
import { errorState, goneState, load } from '../states.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { nothingFound, otherJobs } from './nothing-found.js'
import { pictureForCrops } from './photo.js'
import { Progress } from './progress.js'

/**
 * A page that finds things in photos. Its URL describes its state: empty, `?photo=` under review before the work
 * begins, `?job=` at work, `?entry=` of the history, or `?batch=` for the table of several photos.
 */
export class ResultPage {
  /** The current result screen. @type {import('./screen.js').ResultScreen | undefined} */
  screen
  /** Aborts the current job. */
  #work

  /**
   * @param {HTMLElement} root @param {import('../router.js').Context} context
   * @param {{kind: 'count' | 'rack' | 'shelf', texts: object, start: Function, intake: object}} options `start` begins
   *   a job; `intake` has the options for adding a photo
   */
  constructor(root, context, { kind, texts, start, intake }) {
    Object.assign(this, { root, context, kind, texts, start })
    this.guide = intake.guide
    this.live = intake.live
    this.wishes = intake.wishes
    this.intake = new Intake(root, context, {
      page: kind, begin: (photo, signal, isTrial) => this.run({ photo: photo.id, options: {}, ...(isTrial ? { keep: false } : this.wishes()) }, signal), leave: () => this.leave(), ...intake,
    })
  }

  open() {
    const { query } = this.context
    const [entry, job, photo] = ['entry', 'job', 'photo'].map((name) => query.get(name))
    if (entry) return this.openEntry(entry)
    if (job) return this.follow({ id: job, photo: photo ?? undefined }, { photo, replaces: query.get('from') ?? undefined, options: {}, ...this.wishes() })
    return photo ? this.intake.review(photo) : this.intake.start()
  }

  /** @param {{photo: string, replaces?: string}} order with all options @param {AbortSignal} [signal] */
  async run(order, signal = this.context.signal) {
    const job = await this.start(order, { signal })
    this.context.signal.throwIfAborted()
    this.begun(job, order)
    this.follow(job, order)
  }

  begun() {}

  /** The same, from a button: it shows errors. */
  async rerun(order) {
    try {
      await this.run(order)
    } catch (error) {
      if (!api.isAbort(error)) toast(api.sentence(error), { kind: 'problem' })
    }
  }

  /** Waits for a job, and shows its progress. @param {{id: string, photo?: string}} job @param {object} order */
  async follow(job, order) {
    this.leave()
    const work = (this.#work = new AbortController())
    const progress = this.progress(job, () => work.abort())
    this.replace(progress.nodes, progress.heading)
    this.address({ job: job.id, photo: job.photo, from: order.replaces })
    const isLeft = () => this.#work !== work || this.context.signal.aborted
    const outcome = await api.followJob(job, { signal: work.signal, onProgress: (step) => progress.show(step) })
      .then((done) => () => this.done(done), (error) => () => (api.isAbort(error) ? this.cancelled(order) : this.failed(error, job, order)))
    progress.close()
    if (!isLeft()) outcome()
  }

  /** @param {object} job @param {() => void} cancel @returns {Progress} */
  progress({ photo }, cancel) {
    return new Progress({ texts: this.texts.progress, photo, cancel })
  }

  async failed(error, job, order) {
    const { texts, kind } = this
    if (isOfPhoto(error)) return this.wrongPhoto(error)
    const state = error.status === 404 ? goneState(kind, texts.progress.gone)
      : errorState(error, job.photo && (() => this.rerun(order)))
    const [head, body] = this.root.children
    head.firstChild.textContent = texts.title
    body.replaceWith(state)
  }

  /** The same photo would fail again: only another one helps. */
  async wrongPhoto(error) {
    const { texts, guide, context } = this
    this.replace(await photoProblem(error, { texts, context, signal: context.signal, guide, take: (files) => this.intake.take(files) }))
    this.root.querySelector('button').focus()
  }

  cancelled({ photo, replaces }) {
    announce(this.texts.progress.cancelled)
    if (replaces) return this.openEntry(replaces)
    this.address({ photo })
    return photo ? this.intake.review(photo) : this.intake.start()
  }

  async done({ id, photo, result, entry, unkept }) {
    const record = await this.recordOf(entry)
    if (this.context.signal.aborted) return
    if (this.isNothing(result, record)) return this.showNothing(photo, result)
    this.address(entry ? { entry: entry.id } : { job: id, photo })
    /** Whether the result that is shown was made here and now. */
    this.isNew = true
    this.show(record || { result, entry, photo, unkept: unkept && new api.Problem(unkept).sentence })
  }

  /** Returns the entry of an old job, which includes later corrections. @param {object | undefined} entry */
  async recordOf(entry) {
    return entry ? findEntry(entry.id, this.context.signal).catch(() => null) : null
  }

  /** Whether there is nothing to show, so that only another photo helps. */
  isNothing() {
    return false
  }

  openEntry(id) {
    const { signal, navigate } = this.context
    const place = h('div', {})
    this.leave()
    this.replace([h('header', { class: 'page-head' }, h('h1', {}, this.texts.title)), place])
    return load(place, signal, () => findEntry(id, signal), (record) => {
      if (!record) return this.gone()
      if (record.entry.kind !== this.kind) return navigate(`/history/${id}`, { replace: true })
      this.address({ entry: id })
      this.isNew = false
      this.show(record)
    })
  }

  /** Shows that an entry of the history no longer exists. */
  gone() {
    return goneState(this.kind, this.texts.gone)
  }

  /** Replaces the current screen. @param {import('./screen.js').ResultScreen} screen */
  enter(screen) {
    this.screen = screen
    this.replace([screen.element].flat(), screen.title)
    screen.load()
    const { beside } = this.intake
    if (beside) import('../gestures/swipe.js').then(({ listenToSwipes }) => listenToSwipes(screen.stage.viewer, (step) => beside.go(step)), () => {})
  }

  /** For a photo in which nothing was found: what helps. @param {string} photo @param {object} result */
  async showNothing(photo, { warnings }) {
    const { kind, texts, guide, context: { signal, setTitle } } = this
    this.address({ photo })
    const picture = await pictureForCrops(photo)
    if (signal.aborted) return
    const heading = h('h1', { tabindex: -1 }, texts.title)
    this.replace([h('header', { class: 'page-head' }, heading), nothingFound({
      icon: kind, texts: texts.none, guide, warnings: warnings.map((one) => one.kind ?? one),
      picture: picture && await api.photos.viewURL(photo, 1024), signal, take: (files) => this.intake.take(files), others: otherJobs(this.kind, photo),
    })], heading)
    setTitle(texts.title)
  }

  photograph() {
    openCamera({ guide: this.guide, live: this.live, signal: this.context.signal, take: (files) => this.intake.take(files) })
  }

  /** Removes the current screen; a running job is canceled. */
  leave() {
    this.close()
    this.#work?.abort()
    this.#work = undefined
  }

  /** Called when the view closes. A job continues: its result will be in the history. */
  close() {
    this.screen?.close()
    this.screen = undefined
  }

  replace(nodes, focus) {
    this.root.replaceChildren(...nodes)
    focus?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }

  /** Stores the state in the URL. @param {Record<string, string | null | undefined>} values */
  address(values) {
    const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
    this.context.replaceURL(`/${this.kind}?${new URLSearchParams(given)}`)
  }
}
