import { api } from '../api.js'
import { button } from '../buttons.js'
import { canShowLive } from '../camera/stream.js'
import { outer } from '../base.js'
import { here } from '../device/here.js'
import { h } from '../dom.js'
import { fill, formatPercent } from '../format.js'
import { keep } from '../intake/kept.js'
import { ResultPage } from '../result/page.js'
import { messageState } from '../states.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { shelfChoices, shelfWishes } from './library/choices.js'
import { addLiveKeys } from './live/keys.js'
import { LiveScreen } from './live/screen.js'
import { ShelfScreen } from './screen.js'
import { ShelfSession } from './session.js'

const texts = strings.shelf

/** Outlines and reads the books of a shelf. @type {import('../router.js').Mount} */
export function mount(root, context) {
  const page = new ShelfPage(root, context)
  addLiveKeys(page, context)
  page.open()
  return () => page.close()
}

/** The page for shelves: photos of them, and with `?live` the live camera. */
class ShelfPage extends ResultPage {
  /** @type {LiveScreen | undefined} */
  live

  /** @param {HTMLElement} root @param {import('../router.js').Context} context */
  constructor(root, context) {
    super(root, context, { kind: 'shelf', texts, start: api.startShelf, intake: {
      texts: { title: texts.title, lead: texts.lead, review: texts.review, action: texts.read },
      // Browsers give no live picture to other devices over plain HTTP.
      first: canShowLive() && { icon: 'shelf', label: texts.live, run: () => context.navigate('/shelf?live') },
      wishes: shelfWishes,
      // Links to other pages about books, and choices to make before a photo is read.
      extra: h('div', { class: 'shelf-extra' }, h('p', {}, h('a', { href: '/shelf/books' }, strings.books.open)), shelfChoices(context.signal)),
    } })
  }

  open() {
    const { query } = this.context
    if (query.has('live') && !query.has('entry') && !query.has('job')) return this.#watch()
    return here.isAlone ? this.#offer() : super.open()
  }

  /** Without any server, there is the live camera alone. */
  #offer() {
    const { title, text } = strings.here.shelf
    const heading = h('h1', { tabindex: -1 }, texts.title)
    this.replace([h('header', { class: 'page-head' }, heading), messageState({
      icon: 'shelf', title, text, actions: [button(texts.live, () => this.context.navigate('/shelf?live'), 'button')],
    })], heading)
  }

  #watch() {
    const { navigate, setTitle } = this.context
    this.live = new LiveScreen(this.context, {
      keep: (photo) => this.#keep(photo), give: (files) => this.intake.take(files), stop: () => navigate('/shelf'),
    })
    this.replace(this.live.nodes, this.live.heading)
    setTitle(texts.camera.title)
  }

  /** Handles a photo taken in the live view like any other. @param {File} file */
  async #keep(file) {
    const { context: { signal }, live } = this
    const tell = (share) => live.wait(share < 1 ? fill(strings.intake.sent, { share: formatPercent(share) }) : texts.camera.sending)
    tell(1)
    try {
      const photo = await api.photos.upload(file, { name: file.name, onProgress: tell, signal })
      keep(photo, file)
      const order = { photo: photo.id, ...this.wishes() }
      const job = await this.start(order, { signal })
      signal.throwIfAborted()
      history.pushState(null, '', outer(`/shelf?photo=${photo.id}`))
      this.follow(job, order)
    } catch (error) {
      if (signal.aborted || api.isAbort(error)) return
      toast(fill(texts.camera.failed, { why: api.sentence(error) }), { kind: 'problem' })
      live.goOn()
    }
  }

  isNothing(result, record) {
    return result.spines.length === 0 && result.barcodes.length === 0 && !record?.corrections?.added?.length
  }

  show(reading) {
    this.leave()
    this.enter(new ShelfScreen(this.context, new ShelfSession(reading), { again: () => this.photograph(), unkept: reading.unkept, isNew: this.isNew }))
  }

  close() {
    super.close()
    this.live?.close()
    this.live = undefined
  }
}
