import { api } from '../api.js'
import { h } from '../dom.js'
import { PhotoStage } from '../result/stage.js'
import { messageState } from '../states.js'
import { strings } from '../strings.js'
import { comparedMarks, marksOf } from './marks.js'
import { wellText } from './descriptions.js'

const texts = strings.rack.image
/** Size of a mark placed by the user, as a share of the distance between wells. */
const USUAL_SIZE = 0.55

/** The photo with a mark on each well, or the reason why there is no photo. */
export class Picture extends PhotoStage {
  #box
  /** Receives positions picked by taps. */
  #take = null
  /** @type {import('./comparison.js').Comparison | null} */
  #comparison = null
  #state

  /**
   * @param {import('./selection.js').Selection} selection
   * @param {string | undefined} thumbnail shown when the photo is gone
   */
  constructor(selection, thumbnail) {
    super({ label: texts.label, describe: ({ id }) => wellText(this.#box.well(id)), style: 'rack-photo' })
    this.selection = selection
    this.#state = messageState({ icon: 'photo', ...texts.gone })
    if (thumbnail) this.#state.prepend(h('img', { class: 'rack-thumbnail', src: thumbnail, alt: texts.thumbnail, width: 200, height: 200 }))
    this.viewer.on('tap', ({ x, y, id }) => {
      const well = this.#box.well(id)
      this.#take?.(well ? { x: well.x, y: well.y } : { x, y })
    })
    this.viewer.on('select', ({ id, by }) => { if (by !== 'code') selection.choose(id, 'photo') })
    selection.follow((id, by) => { if (by !== 'photo') this.reveal() })
  }

  /** Loads the photo, and tries again when the server becomes reachable. */
  async load(photo, size) {
    await super.load(photo, size, this.#box.place)
    if (photo && !this.isThere && api.connection.isLost) {
      api.connection.addEventListener('found', () => this.load(photo, size), { once: true, signal: this.signal })
    }
  }

  showPhoto(isThere) {
    this.viewer.element.hidden = !isThere
    if (isThere) this.#state.remove()
    else this.element.append(this.#state)
  }

  /**
   * @param {import('./box.js').Box} box
   * @param {import('./comparison.js').Comparison | null} [comparison] shown instead of the values read
   */
  show(box, comparison = this.#comparison) {
    this.#box = box
    this.#comparison = comparison
    this.viewer.setMarks(comparison ? comparedMarks(box, comparison) : marksOf(box))
    this.reveal()
  }

  /** Lets taps pick a position in the photo, or the center of the well there; null: taps select wells again. */
  pick(take) {
    this.#take = take
    this.viewer.setMode(take ? 'point' : 'select')
    // The last well may be far from everything that was read.
    if (take) this.#soon((viewer) => viewer.fit())
    else this.point([])
  }

  /** Marks the picked positions. @param {{x: number, y: number, name: string}[]} points */
  point(points) {
    const side = this.#box.pitch * USUAL_SIZE
    this.viewer.setBackdrop(points.map(({ x, y, name }, index) => ({
      id: `point-${index}`, style: 'typed', label: name, short: name, isAbove: true, room: this.#box.pitch,
      box: { x: x - side / 2, y: y - side / 2, width: side, height: side },
    })))
  }

  /** Scrolls the selected well into view. */
  reveal() {
    this.#soon((viewer) => viewer.select(this.selection.id))
  }

  /** Zooms in on the selected well. */
  zoom() {
    this.#soon((viewer) => {
      viewer.select(this.selection.id)
      if (this.selection.id !== null) viewer.zoomTo(this.selection.id)
      this.element.scrollIntoView({ block: 'nearest' })
    })
  }

  /** Waits for the next frame: an element that was hidden until now has no size before. */
  #soon(work) {
    requestAnimationFrame(() => requestAnimationFrame(() => {
      if (this.viewer.element.clientWidth > 0) work(this.viewer)
    }))
  }

  focus() {
    this.viewer.focus()
  }
}
