import { h } from '../dom.js'
import { findEntry } from '../history/find.js'
import { Intake } from '../intake.js'
import { openCamera } from '../intake/start.js'
import { isDark } from '../reading/brightness.js'
import { nothingFound } from '../reading/none.js'
import { pictureForCrops } from '../reading/photo.js'
import { Reader } from '../reading/reader.js'
import { load, messageState } from '../states.js'
import { strings } from '../strings.js'
import { addRackKeys } from './keys.js'
import { LyingChoice, lyings } from './lying.js'
import { Result } from './result.js'
import { SizeChoice } from './size.js'

const texts = strings.rack

/** Reads the codes of a box of vials. @type {import('../router.js').Mount} */
export function mount(root, context) {
  const page = new RackPage(root, context)
  addRackKeys(page, context)
  page.open()
  return () => page.close()
}

/**
 * The page that reads racks. Its address says what it shows: nothing yet, `?photo=` that is looked at before it is read,
 * `?job=` that reads it, `?entry=` of the history that came out, `?batch=` for the table of several photos.
 */
class RackPage {
  /** @type {Result | undefined} */
  result
  #reader

  /** @param {HTMLElement} root @param {import('../router.js').Context} context */
  constructor(root, context) {
    this.root = root
    this.context = context
    this.size = new SizeChoice({ hasSettings: true, onChange: () => {
      this.lying.view = lyings.of(this.size.kind)
      this.lying.hasCorners = !this.size.isNamed
    } })
    this.lying = new LyingChoice()
    this.lying.view = lyings.of(this.size.kind)
    context.api.containers({ signal: context.signal }).then(({ containers }) => this.size.offer(containers), () => {})
    this.intake = new Intake(root, context, {
      page: 'rack', guide: 'square', extra: sizeDetails(this.size, this.lying),
      texts: { title: texts.title, lead: texts.lead, review: texts.reviewTitle, action: texts.read },
      begin: (photo, signal) => this.#begin(photo, signal), leave: () => this.leave(),
      wishes: () => ({ options: this.#options() }),
    })
  }

  /** How the box is read; how it lies is remembered for the next one of its kind. */
  #options() {
    const { view } = this.lying
    lyings.keep(this.size.kind, view)
    return { ...this.size.options, a1: view.a1, fromBelow: view.isFromBelow }
  }

  open() {
    const { query } = this.context
    const [entry, job, photo] = ['entry', 'job', 'photo'].map((name) => query.get(name))
    if (entry) return this.#openEntry(entry)
    if (job) return this.#follow({ id: job, photo: photo ?? undefined }, query.get('from') ?? undefined)
    return photo ? this.intake.review(photo) : this.intake.start()
  }

  async #begin(photo, signal) {
    const order = { photo: photo.id, options: this.#options() }
    const job = await this.context.api.startRack(order, { signal })
    this.context.signal.throwIfAborted()
    this.#follow(job)
  }

  /** @param {{id: string, photo?: string}} job @param {string} [from] the entry that it is to replace */
  async #follow(job, from) {
    this.leave()
    const reader = (this.#reader = new Reader(job, this.context, { page: 'rack', texts }))
    this.#replace(reader.nodes, reader.heading)
    this.#address({ job: job.id, photo: job.photo, from })
    const outcome = await reader.wait(() => this.#reread(job.photo, from))
    if (this.#reader !== reader || this.context.signal.aborted) return
    if (outcome === 'cancelled') this.#cancelled(job.photo, from)
    else if (outcome) this.#done(outcome)
  }

  async #reread(photo, from, options = {}) {
    const { api, signal, toast } = this.context
    try {
      const order = { photo, replaces: from, options }
      this.#follow(await api.startRack(order, { signal }), from)
    } catch (error) {
      if (!api.isAbort(error)) toast(api.sentence(error), { kind: 'problem' })
    }
  }

  #cancelled(photo, from) {
    this.context.announce(texts.progress.cancelled)
    if (from) return this.#openEntry(from)
    this.#address({ photo })
    return photo ? this.intake.review(photo) : this.intake.start()
  }

  async #done({ id, photo, result, entry, unkept }) {
    const { api, signal } = this.context
    if (result.vials.length === 0 && result.outside.length === 0) return this.#showNothing(photo)
    // The entry knows what was typed in since, where an old job is looked at again.
    const record = entry && await findEntry(api, entry.id, signal).catch(() => null)
    if (signal.aborted) return
    this.#address(entry ? { entry: entry.id } : { job: id, photo })
    this.#showResult(record || { result, entry, photo, unkept: unkept && new api.Problem(unkept).sentence })
  }

  #openEntry(id) {
    const { api, signal, navigate } = this.context
    const place = h('div', {})
    this.leave()
    this.#replace([h('header', { class: 'page-head' }, h('h1', {}, texts.title)), place])
    return load(place, signal, () => findEntry(api, id, signal), (record) => {
      if (!record) return gone()
      if (record.entry.kind !== 'rack') return navigate(`/count?entry=${id}`, { replace: true })
      this.#address({ entry: id })
      this.#showResult(record)
    })
  }

  #showResult(reading) {
    const { context } = this
    this.leave()
    this.result = new Result(reading, context, {
      again: () => this.#photograph(), resize: (wishes) => this.#reread(reading.photo, reading.entry?.id, resized(reading, wishes)),
      place: (corners) => this.#reread(reading.photo, reading.entry?.id, { ...resized(reading, { grid: reading.entry?.parameters?.grid }), corners }),
      turned: (record) => this.#showTurned(record),
    })
    this.#replace(this.result.nodes, this.result.heading)
    this.result.reveal()
    context.setTitle(reading.entry?.title ?? texts.title)
    context.announce(this.result.spoken)
  }

  /** Unless another box is shown by now. */
  #showTurned(record) {
    if (!this.context.signal.aborted && this.result?.reading.entry?.id === record.entry.id) this.#showResult(record)
  }

  async #showNothing(photo) {
    const { api, signal, setTitle } = this.context
    this.#address({ photo })
    const picture = await pictureForCrops(photo, api)
    if (signal.aborted) return
    const heading = h('h1', { tabindex: -1 }, texts.title)
    this.#replace([h('header', { class: 'page-head' }, heading), nothingFound({
      icon: 'rack', texts: texts.none, guide: 'square', isDark: picture !== null && isDark(picture), picture: picture && api.photos.viewURL(photo, 1024), signal,
      take: (files) => this.intake.take(files),
    })], heading)
    setTitle(texts.title)
  }

  #photograph() {
    openCamera({ guide: 'square', signal: this.context.signal, take: (files) => this.intake.take(files) })
  }

  /** Ends what is shown; a job that is still running is given up. */
  leave() {
    this.result?.close()
    this.result = undefined
    this.#reader?.cancel()
    this.#reader = undefined
  }

  /** Ends with the view. A job goes on: what comes out is in the history. */
  close() {
    this.result?.close()
  }

  #replace(nodes, focus) {
    this.root.replaceChildren(...nodes)
    focus?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }

  /** What is shown, with the tab that is open. */
  #address(values) {
    const tab = new URLSearchParams(location.search).get('tab') ?? undefined
    const given = Object.entries({ ...values, tab }).filter(([, value]) => value !== undefined && value !== null)
    const well = values.entry === this.context.query.get('entry') && values.entry && this.context.query.get('well')
    if (well) given.push(['well', well])
    this.context.replaceURL(`/rack?${new URLSearchParams(given)}`)
  }
}

function gone() {
  return messageState({ icon: 'history', title: texts.gone.title, text: texts.gone.text, actions: [
    h('a', { class: 'button', href: '/rack' }, texts.gone.start),
    h('a', { class: 'button-plain', href: '/history?kind=rack' }, texts.gone.history),
  ] })
}

/** What is asked for to read a box again: it lies as it did, and its code is what a person said. */
function resized({ entry, corrections }, wishes) {
  const view = entry?.parameters?.view
  return { ...wishes, rack: corrections?.rack, ...(view && { a1: view.a1, fromBelow: view.isFromBelow }) }
}

function sizeDetails(size, lying) {
  return h('details', { class: 'resize' }, h('summary', {}, texts.size.changeBoth), size.element, lying.element)
}
