import { announce } from '../../announce.js'
import { api } from '../../api.js'
import { iconButton } from '../../buttons.js'
import { h } from '../../dom.js'
import { fill, formatNumber } from '../../format.js'
import { icon } from '../../icons.js'
import { load, messageState } from '../../states.js'
import { strings } from '../../strings.js'
import { toast } from '../../toast.js'
import { viewerKeys } from '../../viewer/key-list.js'
import { galleryPath, photoLabel, photoPath, takenTime } from '../descriptions.js'
import { personPath } from '../people/faces.js'
import { ratePhotos } from '../rating.js'
import { hasSamples } from '../samples.js'
import { Neighbors } from './neighbors.js'
import { InfoSheet } from './sheet.js'
import { PhotoStage } from './stage.js'
import { PhotoTools } from './tools.js'

const texts = strings.gallery.photo

/** One photo on the whole screen, with everything known about it. @type {import('../../router.js').Mount} */
export function mount(root, context) {
  return new PhotoPage(root, context).open()
}

class PhotoPage {
  /** Aborts with the photo. */
  #life = new AbortController()

  constructor(root, context) {
    this.context = context
    this.query = context.query.get('q') ?? ''
    this.title = h('h1', {}, texts.title)
    this.position = h('span', { class: 'photo-position' })
    this.place = h('div', { class: 'photo-place' })
    const actions = {
      context, rate: (rating) => this.#rate(rating), hidden: (isHidden) => this.#hidden(isHidden), toggle: () => this.#toggleSheet(),
      changed: () => this.#renew(), trashed: (isBack) => (isBack ? this.#stay() : this.#moveOn()),
    }
    this.sheet = new InfoSheet(actions)
    this.tools = new PhotoTools(actions, this.sheet)
    this.screen = h('div', { class: this.sheet.isOpen ? 'photo-screen has-sheet' : 'photo-screen' }, this.#head(), this.place, this.tools.element, this.sheet.element)
    root.classList.add('is-photo')
    root.append(this.screen)
    context.signal.addEventListener('abort', () => this.#life.abort(), { once: true })
    this.#registerKeys()
  }

  open() {
    const { params, query, signal } = this.context
    // Sample photos belong to Espy.
    api.gallery.state({ signal }).then((state) => this.tools.allowTrash(state.canAdd && !hasSamples(state)), () => {})
    const id = Number(params.id)
    return load(this.place, signal, () => this.#details(id, signal), (details) => {
      if (!details) return gone()
      this.#enter(details.photo, query.get('at'))
      this.#fill(details)
      return undefined
    })
  }

  #head() {
    const back = h('a', { class: 'photo-back', href: galleryPath(this.query), onclick: (event) => this.#followBack(event) },
      icon('back'), h('span', {}, texts.back))
    return h('header', { class: 'photo-head' }, back, h('div', { class: 'photo-name' }, this.title, this.position),
      iconButton('back', texts.previous, () => this.#go(-1)), iconButton('forward', texts.next, () => this.#go(1)))
  }

  async #details(id, signal) {
    try {
      return await api.gallery.details(id, { signal })
    } catch (error) {
      if (error?.status === 404) return null
      throw error
    }
  }

  /** Shows a photo. Its details follow. @param {object} photo @param {string | number | null} at its index */
  #enter(photo, at) {
    this.#life.abort()
    const { signal } = this.#life = new AbortController()
    const hadFocus = this.place.contains(document.activeElement)
    this.photo = photo
    this.id = photo.id
    this.neighbors = new Neighbors(photo.id, this.query, at, signal)
    this.title.textContent = takenTime(photo)
    this.context.setTitle(photoLabel(photo))
    this.position.textContent = ''
    this.tools.clear(photo)
    this.sheet.clear()
    this.details = undefined
    const stage = this.stage = new PhotoStage(photo, signal, {
      neighbors: this.neighbors, go: (step) => this.#go(step), rate: (rating) => this.#rate(rating), leave: () => this.#leave(),
      info: () => { if (!this.sheet.isOpen) this.#toggleSheet() }, tap: () => this.screen.classList.toggle('is-bare'),
      face: (id) => this.#openPerson(id), hasFocus: hadFocus,
    })
    this.place.replaceChildren(stage.element)
    this.#showPosition(this.neighbors)
  }

  #fill(details) {
    this.details = details
    this.tools.fill(details)
    this.sheet.fill(details, this.neighbors.why, this.#life.signal)
    this.#showFaces()
  }

  /** Faces have boxes on the photo while the info is open. */
  #showFaces() {
    this.stage?.showFaces(this.sheet.isOpen ? this.details?.knownFaces ?? [] : [])
  }

  #openPerson(id) {
    const face = this.details?.knownFaces?.find((each) => each.id === id)
    if (face) this.context.navigate(personPath(face.person ?? 'other'))
  }

  /** Fetches the details of the photo again, after a change. */
  async #renew() {
    const { id } = this
    const { signal } = this.#life
    try {
      const details = await this.#details(id, signal)
      if (details && !signal.aborted) this.#fill(details)
    } catch (error) {
      if (!signal.aborted && !api.isAbort(error)) toast(api.sentence(error), { kind: 'problem' })
    }
  }

  async #showPosition(neighbors) {
    const { at, total } = await neighbors.known
    if (total > 0 && neighbors === this.neighbors) this.position.textContent = fill(texts.position, { at: formatNumber(at + 1), total: formatNumber(total) })
  }

  async #go(step) {
    const next = await this.neighbors.at(step)
    if (!next) return
    this.context.replaceURL(photoPath(next.photo.id, this.query, next.at))
    this.#enter(next.photo, next.at)
    announce(photoLabel(next.photo))
    await this.#renew()
  }

  #rate(rating) {
    return this.details && ratePhotos([this.id], rating, () => this.#renew())
  }

  /** A hidden photo leaves the results. */
  #hidden(isHidden) {
    return !isHidden || /\b(is|tag):hidden\b/i.test(this.query) ? this.#renew() : this.#moveOn()
  }

  /** Goes on to the next photo, as this one is no longer there. */
  async #moveOn() {
    const { index } = this.neighbors
    const next = await this.neighbors.at(1) ?? await this.neighbors.at(-1)
    if (!next) return this.#leave()
    const at = Math.min(index, next.at)
    this.context.replaceURL(photoPath(next.photo.id, this.query, at))
    this.#enter(next.photo, at)
    return this.#renew()
  }

  /** Stays with the photo while others come back beside it. */
  async #stay() {
    this.#enter(this.photo, this.neighbors.index)
    const { id, neighbors } = this
    await Promise.all([this.#renew(), neighbors.known])
    if (neighbors === this.neighbors && neighbors.index >= 0) this.context.replaceURL(photoPath(id, this.query, neighbors.index))
  }

  #toggleSheet() {
    this.sheet.toggle()
    this.screen.classList.toggle('has-sheet', this.sheet.isOpen)
    this.tools.showSheet(this.sheet.isOpen)
    this.#showFaces()
  }

  #followBack(event) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    this.#leave()
  }

  /** Goes back to the photos where the user came from, or else to those of the query. */
  #leave() {
    const entries = window.navigation?.entries() ?? []
    const before = entries[(window.navigation?.currentEntry?.index ?? 0) - 1]
    const isGallery = before?.url && /\/gallery\/?$/.test(new URL(before.url).pathname)
    if (isGallery) history.back()
    else this.context.navigate(galleryPath(this.query), { replace: true })
  }

  #registerKeys() {
    const { keys } = strings.gallery
    this.context.keys.add([
      { keys: ['ArrowRight', 'j'], text: keys.next, run: () => void this.#go(1) },
      { keys: ['ArrowLeft', 'k'], text: keys.previous, run: () => void this.#go(-1) },
      { keys: ['0', '1', '2', '3', '4', '5'], isRange: true, text: keys.rate, run: ({ key }) => void this.#rate(Number(key)) },
      { keys: ['l'], text: keys.favorite, run: () => void this.tools.favor() },
      { keys: ['i'], text: keys.info, run: () => this.#toggleSheet() },
      { keys: ['Delete'], text: keys.trash, run: () => void this.tools.trash() },
      { keys: ['t'], text: keys.tag, run: () => this.#tag() },
      { keys: ['h', 'Escape'], text: keys.back, run: () => this.#leave() },
      ...viewerKeys({ fits: false }),
    ])
  }

  #tag() {
    if (!this.sheet.isOpen) this.#toggleSheet()
    this.sheet.focusTags()
  }
}

function gone() {
  return messageState({ icon: 'gallery', title: texts.gone.title, text: texts.gone.text,
    actions: [h('a', { class: 'button', href: '/gallery' }, texts.gone.back)] })
}
