import { h } from '../dom.js'
import { pictureOf } from '../intake/kept.js'
import { loadingState, messageState } from '../states.js'
import { strings } from '../strings.js'
import { PhotoViewer } from '../viewer/viewer.js'
import { comparedMarks, marksOf } from './marks.js'
import { wellText } from './words.js'

const texts = strings.rack.image
/** How much of the way to the next well a mark takes that a person has set. */
const USUAL_SIZE = 0.55

/** The photo with a mark on each well; in its place, why there is none. Fires `gone` when it cannot be shown. */
export class Picture extends EventTarget {
  element = h('div', { class: 'rack-photo' }, loadingState())
  /** Whether the photo is there, so that it can be read again and exported. */
  isThere = false
  #viewer
  #box
  /** What takes the places that are told by taps. */
  #take = null
  /** @type {import('./comparison.js').Comparison | null} */
  #comparison = null

  /**
   * @param {import('./selection.js').Selection} selection
   * @param {import('../router.js').Context} context
   */
  constructor(selection, context) {
    super()
    this.selection = selection
    this.context = context
    selection.follow((id, by) => { if (by !== 'photo') this.reveal() })
  }

  /**
   * @param {string | undefined} photo
   * @param {{width: number, height: number}} size
   * @param {string | undefined} thumbnail shown when the photo is gone
   */
  async load(photo, size, thumbnail) {
    if (!photo) return this.#showGone(thumbnail)
    const viewer = this.#makeViewer()
    try {
      await viewer.setPhoto(await pictureOf(photo, size, this.context.api), size.width, size.height, this.#box?.place)
      this.isThere = true
      this.dispatchEvent(new Event('there'))
    } catch {
      if (this.#viewer !== viewer) return
      this.close()
      this.#showGone(thumbnail)
      if (this.context.api.connection.isLost) this.#tryAgain(photo, size, thumbnail)
    }
  }

  #makeViewer() {
    this.element.replaceChildren()
    const viewer = (this.#viewer = new PhotoViewer(this.element, {
      label: texts.label, describe: ({ id }) => wellText(this.#box.well(id)),
    }))
    viewer.on('tap', ({ x, y, id }) => {
      const well = this.#box.well(id)
      this.#take?.(well ? { x: well.x, y: well.y } : { x, y })
    })
    viewer.on('select', ({ id, by }) => { if (by !== 'code') this.selection.choose(id, 'photo') })
    if (this.#box) this.show(this.#box)
    return viewer
  }

  #tryAgain(photo, size, thumbnail) {
    const again = () => this.load(photo, size, thumbnail)
    this.context.api.connection.addEventListener('found', again, { once: true, signal: this.context.signal })
  }

  #showGone(thumbnail) {
    const state = messageState({ icon: 'photo', ...texts.gone })
    const image = thumbnail && h('img', { class: 'rack-thumbnail', src: thumbnail, alt: texts.thumbnail, width: 200, height: 200 })
    if (image) state.prepend(image)
    this.element.replaceChildren(state)
    this.isThere = false
    this.dispatchEvent(new Event('gone'))
  }

  /**
   * @param {import('./box.js').Box} box
   * @param {import('./comparison.js').Comparison | null} [comparison] shown in place of what was read
   */
  show(box, comparison = this.#comparison) {
    this.#box = box
    this.#comparison = comparison
    this.#viewer?.setMarks(comparison ? comparedMarks(box, comparison) : marksOf(box))
    this.reveal()
  }

  /** Has taps tell a place in the photo, the middle of a well where one is there; null: they choose wells again. */
  pick(take) {
    this.#take = take
    this.#viewer?.setMode(take ? 'point' : 'select')
    // The last well may lie far from all that was read.
    if (take) this.#soon((viewer) => viewer.fit())
    else this.point([])
  }

  /** Marks places that were told. @param {{x: number, y: number, name: string}[]} points */
  point(points) {
    const side = this.#box.pitch * USUAL_SIZE
    this.#viewer?.setBackdrop(points.map(({ x, y, name }, index) => ({
      id: `point-${index}`, style: 'typed', label: name, short: name, isAbove: true, room: this.#box.pitch,
      box: { x: x - side / 2, y: y - side / 2, width: side, height: side },
    })))
  }

  /** Brings the chosen well into view. */
  reveal() {
    this.#soon((viewer) => viewer.select(this.selection.id))
  }

  /** Shows the chosen well from near. */
  zoom() {
    this.#soon((viewer) => {
      viewer.select(this.selection.id)
      if (this.selection.id !== null) viewer.zoomTo(this.selection.id)
      this.element.scrollIntoView({ block: 'nearest' })
    })
  }

  /** What was hidden until now has its size with the next frame only; what is hidden has none. */
  #soon(work) {
    requestAnimationFrame(() => requestAnimationFrame(() => {
      if (this.#viewer && this.element.clientWidth > 0) work(this.#viewer)
    }))
  }

  focus() {
    this.#viewer?.focus()
  }

  close() {
    this.#viewer?.close()
    this.#viewer = undefined
  }
}
