import { h } from '../dom.js'
import { pictureOf } from '../intake/kept.js'
import { Emitter } from '../viewer/emitter.js'
import { PhotoViewer } from '../viewer/viewer.js'

/** The photo of a result with its marks. Emits `there` and `gone`; its viewer emits `photo`. */
export class PhotoStage extends Emitter {
  /** Whether the photo is visible. */
  isThere = false
  #life = new AbortController()
  /** Aborts with the stage. */
  signal = this.#life.signal

  /**
   * @param {{label: string, describe: (mark: import('../viewer/marks.js').Mark) => string, gone?: string, style?: string}} options
   *   `gone` is shown if there is no photo
   */
  constructor({ label, describe, gone, style = 'result-stage' }) {
    super()
    this.gone = gone
    this.element = h('div', { class: style })
    this.viewer = new PhotoViewer(this.element, { label, describe })
  }

  /**
   * @param {string | null | undefined} photo
   * @param {{width: number, height: number}} size of the photo that the marks refer to
   * @param {object | null} [start] the part to show first
   */
  async load(photo, { width, height }, start) {
    this.element.style.setProperty('--photo', `${width} / ${height}`)
    this.viewer.framing.setPhoto(width, height, start)
    try {
      if (photo) await this.viewer.setPhoto(await pictureOf(photo, { width, height }), width, height, start)
    } catch {
      photo = null
    }
    if (this.signal.aborted) return
    this.isThere = Boolean(photo)
    this.showPhoto(this.isThere)
    this.emit(this.isThere ? 'there' : 'gone')
  }

  /** @param {boolean} isThere false shows that there is none */
  showPhoto(isThere) {
    if (!isThere) this.element.before(h('p', { class: 'hint' }, this.gone))
  }

  close() {
    this.#life.abort()
    this.viewer.close()
  }
}
