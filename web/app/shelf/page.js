import { outer } from '../base.js'
import { h } from '../dom.js'
import { findEntry } from '../history/find.js'
import { Intake } from '../intake.js'
import { keep } from '../intake/kept.js'
import { openCamera } from '../intake/start.js'
import { Reader } from '../reading/reader.js'
import { load } from '../states.js'
import { strings } from '../strings.js'
import { fromServer } from './corrections.js'
import { shelfChoices, shelfWishes } from './library/choices.js'
import { addLiveKeys } from './live/keys.js'
import { LiveScreen } from './live/screen.js'
import { ResultScreen } from './result.js'
import { ShelfSession } from './session.js'
import { goneState, nothingState } from './states.js'

const texts = strings.shelf

/** Outlines and reads the books of a shelf. @type {import('../router.js').Mount} */
export function mount(root, context) {
  const page = new ShelfPage(root, context)
  addLiveKeys(page, context)
  page.open()
  return () => page.close()
}

/**
 * The page that looks at shelves. Its address says what it shows: nothing yet, `?photo=` that is looked at before it is
 * read, `?job=` that reads it, `?entry=` of the history that came out, `?live` for the camera.
 */
class ShelfPage {
  /** @type {ResultScreen | undefined} */
  #screen
  /** @type {LiveScreen | undefined} */
  live
  #reader
  #life = new AbortController()

  /** @param {HTMLElement} root @param {import('../router.js').Context} context */
  constructor(root, context) {
    this.root = root
    this.context = context
    this.intake = new Intake(root, context, {
      page: 'shelf', texts: { title: texts.title, lead: texts.lead, review: texts.review, action: texts.read },
      first: { icon: 'shelf', label: texts.live, run: () => context.navigate('/shelf?live') },
      extra: this.#choices(), wishes: shelfWishes,
      begin: (photo, signal) => this.#begin(photo, signal), leave: () => this.leave(),
    })
  }

  /** Other pages about books, and what is asked before a photo is read. */
  #choices() {
    return h('div', { class: 'shelf-extra' }, h('p', {}, h('a', { href: '/shelf/books' }, strings.books.open)), shelfChoices(this.context))
  }

  open() {
    const { query } = this.context
    const [entry, job, photo] = ['entry', 'job', 'photo'].map((name) => query.get(name))
    if (entry) return this.#openEntry(entry)
    if (job) return this.#follow({ id: job, photo: photo ?? undefined })
    if (query.has('live')) return this.#watch()
    return photo ? this.intake.review(photo) : this.intake.start()
  }

  #watch() {
    const { navigate, setTitle } = this.context
    this.live = new LiveScreen(this.context, {
      keep: (photo) => this.#keep(photo), give: (files) => this.intake.take(files), stop: () => navigate('/shelf'),
    })
    this.#replace(this.live.nodes, this.live.heading)
    setTitle(texts.camera.title)
  }

  /** A photo out of the live picture goes the way of all photos. @param {File} file */
  async #keep(file) {
    const { context: { api, signal, toast }, live } = this
    const tell = (share) => live.wait(share < 1 ? strings.intake.sent(Math.round(share * 100)) : texts.camera.sending)
    tell(1)
    try {
      const photo = await api.photos.upload(file, { name: file.name, onProgress: tell, signal })
      keep(photo, file)
      const job = await api.startShelf({ photo: photo.id, ...shelfWishes() }, { signal })
      signal.throwIfAborted()
      history.pushState(null, '', outer(`/shelf?photo=${photo.id}`))
      this.#follow(job)
    } catch (error) {
      if (signal.aborted || api.isAbort(error)) return
      toast(texts.camera.failed(api.sentence(error)), { kind: 'problem' })
      live.goOn()
    }
  }

  async #begin(photo, signal) {
    const job = await this.context.api.startShelf({ photo: photo.id, ...shelfWishes() }, { signal })
    this.context.signal.throwIfAborted()
    this.#follow(job)
  }

  /** @param {{id: string, photo?: string}} job */
  async #follow(job) {
    this.leave()
    const reader = (this.#reader = new Reader(job, this.context, { page: 'shelf', texts }))
    this.#replace(reader.nodes, reader.heading)
    this.#address({ job: job.id, photo: job.photo })
    const outcome = await reader.wait(() => this.#retry(job.photo))
    if (this.#reader !== reader || this.context.signal.aborted) return
    if (outcome === 'cancelled') this.#cancelled(job.photo)
    else if (outcome) this.#done(outcome)
  }

  async #retry(photo) {
    const { api, signal, toast } = this.context
    try {
      await this.#begin({ id: photo }, signal)
    } catch (error) {
      if (!api.isAbort(error)) toast(api.sentence(error), { kind: 'problem' })
    }
  }

  #cancelled(photo) {
    this.context.announce(texts.progress.cancelled)
    this.#address({ photo })
    return photo ? this.intake.review(photo) : this.intake.start()
  }

  async #done({ id, photo, result, entry, unkept }) {
    const { api, signal } = this.context
    // The entry knows what was corrected since, where an old job is looked at again.
    const record = entry && await findEntry(api, entry.id, signal).catch(() => null)
    if (signal.aborted) return
    const isNothing = result.spines.length === 0 && result.barcodes.length === 0 && !record?.corrections?.added?.length
    if (isNothing) return this.#showNothing(photo)
    this.#address(entry ? { entry: entry.id } : { job: id, photo })
    this.#show(record || { result, entry, photo }, unkept && new api.Problem(unkept).sentence)
  }

  #openEntry(id) {
    const { api, signal, navigate } = this.context
    const place = h('div', {})
    this.leave()
    this.#replace([h('header', { class: 'page-head' }, h('h1', {}, texts.title)), place])
    return load(place, signal, () => findEntry(api, id, signal), (record) => {
      if (!record) return goneState()
      if (record.entry.kind !== 'shelf') return navigate(`/history/${id}`, { replace: true })
      this.#show(record)
    })
  }

  #show({ result, entry, photo, corrections }, unkept) {
    this.leave()
    this.#life = new AbortController()
    const session = new ShelfSession(this.context.api, {
      photo: photo ?? null, entry: entry ?? null, result, corrections: fromServer(corrections),
    })
    this.#screen = new ResultScreen(this.root, this.context, session, {
      again: () => this.#photograph(), unkept, signal: this.#life.signal,
    })
    this.#screen.title.focus({ preventScroll: true })
    scrollTo(0, 0)
  }

  async #showNothing(photo) {
    const { signal, setTitle } = this.context
    this.#address({ photo })
    const state = await nothingState(photo, this.context, (files) => this.intake.take(files))
    if (signal.aborted) return
    const heading = h('h1', { tabindex: -1 }, texts.title)
    this.#replace([h('header', { class: 'page-head' }, heading), state], heading)
    setTitle(texts.title)
  }

  #photograph() {
    openCamera({ signal: this.context.signal, take: (files) => this.intake.take(files) })
  }

  /** Ends what is shown; a job that is still running is given up. */
  leave() {
    this.#closeScreen()
    this.#reader?.cancel()
    this.#reader = undefined
  }

  /** Ends with the view. A job goes on: what comes out is in the history. */
  close() {
    this.#closeScreen()
  }

  #closeScreen() {
    this.#life.abort()
    this.#screen?.close()
    this.#screen = undefined
    this.live?.close()
    this.live = undefined
  }

  #replace(nodes, focus) {
    this.root.replaceChildren(...nodes)
    focus?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }

  #address(values) {
    const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
    this.context.replaceURL(`/shelf?${new URLSearchParams(given)}`)
  }
}
