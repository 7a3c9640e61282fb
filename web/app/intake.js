import { api } from './api.js'
import { outer } from './base.js'
import { BatchPlace } from './batch/place.js'
import { wayBack, wayToTable } from './batch/ways.js'
import { isShot } from './camera/shots.js'
import { staysHere } from './device/place.js'
import { listenToDrops } from './intake/drop.js'
import { takeHanded } from './intake/handed.js'
import { keep, keptPhoto } from './intake/kept.js'
import { photoProblem } from './intake/problems.js'
import { Review } from './intake/review.js'
import { isSample } from './intake/samples.js'
import { openCamera, startScreen } from './intake/start.js'
import { strings } from './strings.js'
import { toast } from './toast.js'

const texts = strings.intake

/**
 * Takes a photo from the user to the server: pick, drop, paste or camera; then the page starts its work. Photos from
 * the viewfinder are reviewed first, and so is a photo that the user returns to.
 *
 * The photo is sent during the review. Its URL is then `/page?photo=ID`, so that reloading and the back button find it
 * again. Several photos have a table, at `/page?batch=ID`.
 *
 * @typedef {object} IntakeOptions
 * @property {'count' | 'rack' | 'shelf'} page
 * @property {{title: string, lead: string, review: string, action: string}} texts
 * @property {'square'} [guide]
 * @property {() => object} [live] the options for reading the live camera
 * @property {{icon: string, label: string, run: () => void}} [first] an alternative, offered before those that take a
 *   photo
 * @property {Node} [extra] choices to make before the work begins
 * @property {() => object} [wishes] options for each of several photos
 * @property {(photo: {id: string, name?: string}, signal: AbortSignal, isTrial: boolean) => Promise<void>} begin starts
 *   the work, unless the signal aborts it; the page then shows it. `isTrial`: for a sample, whose result is not stored
 * @property {() => void} [leave] called when another photo is added while the page shows the last one
 */
export class Intake {
  /** The photo being sent, as a promise; null if there is none. */
  #sending = null
  #upload
  #address
  /** Set from the moment the user starts the work until it has begun. */
  #attempt
  /** The place for several photos. */
  #several
  /** The results beside the one shown, if it belongs to a table. @type {import('./result/beside.js').Beside | undefined} */
  beside

  /** @param {HTMLElement} root @param {import('./router.js').Context} context @param {IntakeOptions} options */
  constructor(root, context, options) {
    this.root = root
    this.context = context
    this.options = options
    this.signal = context.signal
    this.signal.addEventListener('abort', () => this.#letGo())
    this.#several = new BatchPlace(root, context, options)
    listenToDrops(this.signal, (files) => this.take(files))
    const way = wayBack(options.page, context)
    if (way) root.before(way.element)
    this.beside = way?.beside
  }

  /** Shows the first screen, the table in the URL, or the photos handed over by another page. */
  start() {
    const { query } = this.context
    if (query.has('batch')) return this.#several.open(query.get('batch'))
    const handed = takeHanded(this.options.page)
    if (handed.length > 0) return this.take(handed, true)
    const { texts: { title, lead }, guide, live, first, extra } = this.options
    this.root.replaceChildren(...startScreen({
      page: this.options.page, title, lead, guide, live, first, extra, context: this.context, take: (files) => this.take(files),
    }), wayToTable(this.options.page) ?? '')
  }

  /**
   * @param {File[]} files several get a table; more can be added while it is shown
   * @param {boolean} [isHanded] whether they come from another page, to which one step back leads
   */
  take(files, isHanded = false) {
    this.isHanded = isHanded
    if (files.length === 0) return toast(texts.nothing, { kind: 'problem' })
    if (this.#several.isShown) return this.#several.add(files)
    this.options.leave?.()
    this.#letGo()
    if (files.length === 1) return this.#review(files[0])
    return this.#several.begin(files)
  }

  /** Reviews a photo that the server already has. @param {string} id */
  async review(id) {
    const kept = keptPhoto(id)
    const review = this.#showReview(kept?.photo.name ?? '')
    this.#sending = Promise.resolve({ id, ...kept?.photo })
    if (kept) review.tell(kept.photo)
    if (!await review.show(await api.photos.viewURL(id)) && !this.signal.aborted) {
      this.#fail({ kind: 'photo-gone' })
    }
  }

  async #review(file) {
    this.#letGo()
    if (file.size === 0) return this.#fail({ kind: 'empty' })
    const review = this.#showReview(file.name, isShot(file))
    review.tell({ bytes: file.size })
    const attempt = isShot(file) ? null : this.#wait(review)
    this.#address = URL.createObjectURL(file)
    const shown = review.show(this.#address)
    const sending = (this.#sending = this.#send(file, review))
    // A failure is handled where the photo is awaited; until then, here.
    sending.catch((error) => { if (this.#sending === sending) this.#fail(error, file) })
    const photo = await sending.catch(() => null)
    if (!photo || this.#sending !== sending) return
    const address = outer(`/${this.options.page}?photo=${photo.id}`)
    if (this.isHanded) history.replaceState(history.state, '', address)
    else history.pushState(null, '', address)
    review.tell(photo)
    review.progress(null)
    if (attempt && !attempt.signal.aborted) return this.#begin(photo, attempt, isSample(file))
    if (!await shown) await review.show(await api.photos.viewURL(photo.id))
  }

  async #send(file, review) {
    const upload = (this.#upload = new AbortController())
    const onProgress = (fraction) => review.progress(fraction)
    const name = file.name || 'photo.jpg'
    const photo = await api.photos.upload(file, { page: this.options.page, name, onProgress, signal: upload.signal })
    keep(photo, file)
    return photo
  }

  #showReview(name, isShot = false) {
    const { texts: { review: heading, action }, extra } = this.options
    const review = new Review({
      heading, name, action, extra, isShot, accept: () => this.#accept(review), another: () => this.#another(isShot),
      cancel: () => this.#giveUp(review),
    })
    this.root.replaceChildren(...review.nodes)
    review.accept.focus({ preventScroll: true })
    scrollTo(0, 0)
    return review
  }

  async #accept(review) {
    const sending = this.#sending
    const attempt = this.#wait(review)
    const photo = await sending.catch(() => null)
    if (!photo || this.#sending !== sending || attempt.signal.aborted) return
    return this.#begin(photo, attempt)
  }

  /** Starts the work as soon as the photo has been sent, unless the attempt is aborted. */
  #wait(review) {
    const attempt = (this.#attempt = new AbortController())
    review.wait(staysHere(this.options.page) ? texts.preparing : texts.sending)
    return attempt
  }

  async #begin(photo, attempt, isTrial = false) {
    this.isTrial = isTrial
    try {
      await this.options.begin(photo, attempt.signal, isTrial)
      this.#letGo()
    } catch (error) {
      this.#fail(error, keptPhoto(photo.id)?.blob)
    }
  }

  #giveUp(review) {
    this.#attempt.abort()
    review.rest()
  }

  /** Drops the photo. @param {boolean} isShot whether the next one comes from the camera, too */
  #another(isShot) {
    const id = new URLSearchParams(location.search).get('photo')
    this.#letGo()
    if (id) api.photos.remove(id).catch(() => {})
    history.replaceState(null, '', outer(`/${this.options.page}`))
    this.start()
    this.root.querySelector('.intake-way').focus()
    const { guide, live } = this.options
    if (isShot) openCamera({ guide, live, signal: this.signal, take: (files) => this.take(files) })
  }

  async #fail(error, file) {
    if (this.signal.aborted || api.isAbort(error)) return
    this.#sending = null
    const again = file && (() => this.#review(file))
    this.root.replaceChildren(...await photoProblem(error, {
      ...this.options, context: this.context, signal: this.signal, again, file, take: (files) => this.take(files),
    }))
    this.root.querySelector('button').focus()
  }

  /** Drops the photo being sent. */
  #letGo() {
    this.#sending = null
    this.#upload?.abort()
    if (this.#address) URL.revokeObjectURL(this.#address)
    this.#upload = this.#address = undefined
  }
}
