import { api } from '../../api.js'
import { h } from '../../dom.js'
import { keys } from '../../keys.js'
import { errorState, messageState } from '../../states.js'
import { strings } from '../../strings.js'
import { PhotoViewer } from '../../viewer/viewer.js'
import { photoLabel } from '../descriptions.js'

const texts = strings.gallery.photo
/** How far a finger must move to go to the next photo, to leave, and to open the details, in CSS pixels. */
const SWIPE = { aside: 60, down: 110, up: 60 }
/** From this distance on, a movement has a direction, in CSS pixels. */
const SURE = 10
/** A tap is not the first half of a double tap after this time, and a photo glides for this long, in milliseconds. */
const TIME = { tap: 300, glide: 160 }
/** The long side of the first picture, and of the picture for zooming in. */
const SIDES = { first: 2048, near: 8192 }

/** The photo, zoomable. Swipes lead to the next photo, back, and to the details. */
export class PhotoStage {
  /**
   * @param {object} photo @param {AbortSignal} signal
   * @param {{neighbors: import('./neighbors.js').Neighbors, go: (step: number) => void, rate: (rating: number) => void,
   *   leave: () => void, info: () => void, tap: () => void, face: (id: number) => void, hasFocus: boolean}} page
   */
  constructor(photo, signal, page) {
    this.photo = photo
    this.signal = signal
    this.page = page
    this.place = h('div', { class: 'photo-stage' })
    // Until the photo itself is there.
    this.preview = h('img', { class: 'photo-preview', src: api.gallery.thumbnailURL(photo), alt: '' })
    this.track = h('div', { class: 'photo-track' }, this.place, this.preview)
    this.element = h('div', { class: 'photo-main' }, this.track)
    this.#listen()
    this.#listenToKeys()
    this.#showNeighbors()
    if (photo.duration !== undefined) return this.#play()
    // The viewer measures its frame, which has no size before it is in the page.
    requestAnimationFrame(() => { if (!signal.aborted) this.#show() })
  }

  async #show() {
    const { photo, signal } = this
    const viewer = this.viewer = new PhotoViewer(this.place, { label: photoLabel(photo) })
    signal.addEventListener('abort', () => viewer.close(), { once: true })
    viewer.on('tap', ({ id }) => (id === null ? this.#tap() : this.page.face(id)))
    this.showFaces(this.faces ?? [])
    viewer.on('photo', () => this.preview.remove())
    if (this.page.hasFocus) viewer.focus()
    try {
      const side = Math.min(SIDES.first, Math.max(photo.width, photo.height))
      await viewer.setPhoto(api.gallery.viewURL(photo.id, side), photo.width, photo.height)
      this.#watchZoom(side)
    } catch {
      if (!signal.aborted) await this.#fail(viewer)
    }
  }

  /** Draws boxes around faces, with names. @param {object[]} faces */
  showFaces(faces) {
    this.faces = faces
    this.viewer?.setMarks(faces.map(({ id, name, x, y, width, height }) => (
      { id, style: 'textRegion', box: { x, y, width, height }, label: name ?? '', isAbove: true, room: 2 * width })))
  }

  /** Loads a larger picture when the user zooms in beyond the pixels of the current one. */
  #watchZoom(side) {
    const { photo, viewer, signal } = this
    const whole = Math.min(SIDES.near, Math.max(photo.width, photo.height))
    if (whole <= side) return
    const check = async () => {
      if (viewer.framing.scale * devicePixelRatio < (side / Math.max(photo.width, photo.height)) * 1.2) return
      for (const name of ['wheel', 'pointerup', 'keyup']) viewer.stage.removeEventListener(name, check)
      const { scale } = viewer.framing
      const middle = viewer.middle
      await viewer.setPhoto(api.gallery.viewURL(photo.id, whole), photo.width, photo.height).catch(() => {})
      if (!signal.aborted) viewer.change(() => viewer.framing.center(middle.x, middle.y, scale))
    }
    for (const name of ['wheel', 'pointerup', 'keyup']) viewer.stage.addEventListener(name, check, { passive: true })
  }

  /** Videos are played by the browser, as far as it can. */
  #play() {
    const { photo, signal } = this
    this.preview.remove()
    const video = h('video', { class: 'photo-video', controls: true, playsinline: true, preload: 'metadata', poster: api.gallery.thumbnailURL(photo),
      src: api.gallery.videoURL(photo.id), 'aria-label': photoLabel(photo) })
    video.addEventListener('error', () => { if (!signal.aborted) this.#failToPlay() })
    signal.addEventListener('abort', () => video.pause(), { once: true })
    this.place.replaceChildren(video)
  }

  #failToPlay() {
    this.place.classList.add('is-unseen')
    this.place.replaceChildren(messageState({ icon: 'warning', title: texts.unplayed, text: texts.unplayedAdvice }))
  }

  async #fail(viewer) {
    viewer.close()
    this.preview.remove()
    // Browsers do not say why an image failed to load.
    if (!await api.connection.check()) {
      this.place.replaceChildren(errorState(new api.Unreachable(), () => this.#again()))
      api.connection.addEventListener('found', () => this.#again(), { once: true, signal: this.signal })
      return
    }
    this.place.classList.add('is-unseen')
    this.place.replaceChildren(
      h('img', { class: 'photo-remains', src: api.gallery.thumbnailURL(this.photo), alt: '' }),
      messageState({ icon: 'warning', title: texts.unseen }))
  }

  #again() {
    this.place.replaceChildren()
    this.#show()
  }

  /** Shows or hides the tools on touch screens, unless a second tap follows, which zooms. */
  #tap() {
    clearTimeout(this.tapping)
    if (!matchMedia('(hover: none)').matches) return
    this.tapping = setTimeout(() => { if (!this.signal.aborted) this.page.tap() }, TIME.tap)
  }

  /** The photos that a swipe uncovers. */
  async #showNeighbors() {
    this.beside = {}
    for (const step of [-1, 1]) {
      const next = await this.page.neighbors.at(step)
      if (!next || this.signal.aborted) continue
      this.beside[step] = h('img', { class: `photo-beside ${step < 0 ? 'is-before' : 'is-after'}`, src: api.gallery.thumbnailURL(next.photo), alt: '', decoding: 'async' })
      this.track.append(this.beside[step])
    }
  }

  /** Arrows lead to other photos, and digits rate; on other photos, arrows pan and a digit fits the view. */
  #listenToKeys() {
    this.place.addEventListener('keydown', (event) => {
      if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return
      // Arrows seek in videos.
      const step = event.target.matches('video') ? 0 : { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      const isRating = /^[0-5]$/.test(event.key) && keys.singleKeys
      if (!isRating && (!step || !this.#isWhole)) return
      event.preventDefault()
      event.stopPropagation()
      if (isRating) this.page.rate(Number(event.key))
      else this.page.go(step)
    }, { capture: true })
  }

  get #isWhole() {
    return this.viewer?.framing.isFitted ?? true
  }

  #listen() {
    const fingers = new Set()
    const on = (name, handle) => this.place.addEventListener(name, handle, { capture: true })
    on('pointerdown', (event) => {
      clearTimeout(this.tapping)
      fingers.add(event.pointerId)
      const isSwipe = fingers.size === 1 && event.pointerType !== 'mouse' && this.#isWhole
      this.start = isSwipe ? { x: event.clientX, y: event.clientY } : null
      this.#shift(0, 0)
    })
    on('pointermove', (event) => {
      if (this.start && fingers.size === 1 && this.#isWhole) this.#drag(event.clientX - this.start.x, event.clientY - this.start.y)
    })
    on('pointerup', (event) => {
      fingers.delete(event.pointerId)
      this.#drop(event)
    })
    on('pointercancel', (event) => {
      fingers.delete(event.pointerId)
      this.#drop()
    })
  }

  /** The photo follows the finger: less where there is none beside it. */
  #drag(dx, dy) {
    const { start } = this
    if (!start.way && Math.hypot(dx, dy) > SURE) start.way = Math.abs(dx) > Math.abs(dy) ? 'aside' : 'along'
    if (start.way === 'aside') this.#shift(this.beside[dx < 0 ? 1 : -1] ? dx : dx / 4, 0)
    if (start.way === 'along') this.#shift(0, Math.max(dy, 0))
  }

  /** @param {PointerEvent} [event] none if the system took the finger over */
  #drop(event) {
    const { start } = this
    this.start = null
    if (!start?.way || !event) return this.#shift(0, 0)
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y]
    if (start.way === 'aside' && Math.abs(dx) > SWIPE.aside) return this.#glide(dx < 0 ? 1 : -1)
    this.#shift(0, 0)
    if (start.way === 'along' && dy > SWIPE.down) return this.page.leave()
    if (start.way === 'along' && dy < -SWIPE.up) return this.page.info()
    return undefined
  }

  #shift(x, y) {
    this.track.style.transform = x || y ? `translate(${x}px, ${y}px)` : ''
  }

  /** Lets the photo beside this one take its place. */
  async #glide(step) {
    const from = this.track.style.transform || 'none'
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    this.#shift(0, 0)
    if (this.beside[step] && !isCalm) {
      await this.track.animate([{ transform: from }, { transform: `translateX(${-100 * step}%)` }], { duration: TIME.glide, easing: 'ease-out' }).finished.catch(() => {})
    }
    if (!this.signal.aborted) this.page.go(step)
  }
}
