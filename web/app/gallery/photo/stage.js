import { api } from '../../api.js'
import { h } from '../../dom.js'
import { keys } from '../../keys.js'
import { errorState, messageState } from '../../states.js'
import { strings } from '../../strings.js'
import { PhotoViewer } from '../../viewer/viewer.js'
import { photoLabel } from '../descriptions.js'

const texts = strings.gallery.photo
/** How far a finger must move sideways to go to the next photo, in CSS pixels. */
const SWIPE = 60
/** The long side of the first picture, and of the picture for zooming in. */
const SIDES = { first: 2048, near: 8192 }

/** The photo, zoomable; a swipe leads to the next. */
export class PhotoStage {
  /**
   * @param {object} photo @param {AbortSignal} signal
   * @param {{go: (step: number) => void, rate: (rating: number) => void}} actions
   */
  constructor(photo, signal, { go, rate }) {
    this.photo = photo
    this.signal = signal
    this.place = h('div', { class: 'photo-stage' })
    this.place.style.setProperty('--photo', `${photo.width} / ${photo.height}`)
    this.element = h('div', { class: 'photo-main' }, this.place)
    this.#listen(go)
    this.#listenToStars(rate)
    // The viewer measures its frame, which has no size before it is in the page.
    requestAnimationFrame(() => { if (!signal.aborted) this.#show() })
  }

  async #show() {
    const { photo, signal } = this
    const viewer = this.viewer = new PhotoViewer(this.place, { label: photoLabel(photo) })
    signal.addEventListener('abort', () => viewer.close(), { once: true })
    try {
      const side = Math.min(SIDES.first, Math.max(photo.width, photo.height))
      await viewer.setPhoto(api.gallery.viewURL(photo.id, side), photo.width, photo.height)
      this.#watchZoom(side)
    } catch {
      if (!signal.aborted) await this.#fail(viewer)
    }
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

  async #fail(viewer) {
    viewer.close()
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

  /** Digits rate a photo of the library; on other photos, one of them fits the view. */
  #listenToStars(rate) {
    this.place.addEventListener('keydown', (event) => {
      const isPlain = !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey
      if (!isPlain || !/^[0-5]$/.test(event.key) || !keys.singleKeys) return
      event.preventDefault()
      event.stopPropagation()
      rate(Number(event.key))
    }, { capture: true })
  }

  #listen(go) {
    let start
    const fingers = new Set()
    const isWhole = () => this.viewer?.framing.isFitted ?? true
    this.place.addEventListener('pointerdown', (event) => {
      fingers.add(event.pointerId)
      start = fingers.size === 1 && event.pointerType !== 'mouse' && isWhole() ? { x: event.clientX, y: event.clientY } : null
    }, { capture: true })
    const end = (event, isSure) => {
      fingers.delete(event.pointerId)
      const [dx, dy] = start ? [event.clientX - start.x, event.clientY - start.y] : [0, 0]
      start = null
      if (isSure && Math.abs(dx) > SWIPE && Math.abs(dx) > 2 * Math.abs(dy) && isWhole()) go(dx < 0 ? 1 : -1)
    }
    this.place.addEventListener('pointerup', (event) => end(event, true), { capture: true })
    this.place.addEventListener('pointercancel', (event) => end(event, false), { capture: true })
    this.place.addEventListener('keydown', (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      if (!step || !isWhole() || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return
      event.preventDefault()
      event.stopPropagation()
      go(step)
    }, { capture: true })
  }
}
