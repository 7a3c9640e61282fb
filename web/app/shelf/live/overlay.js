import { MarkPainter } from '../../viewer/mark-painter.js'
import { Framing } from '../../viewer/framing.js'
import { Marks } from '../../viewer/marks.js'
import { Surface } from '../../viewer/surface.js'
import { Smoothing } from './smoothing.js'
import { FrameTransform } from './transform.js'

/** Distance from an outline at which a tap hits it, in CSS pixels, for a target of at least 28. */
const REACH = 14

/** The books in camera frames, drawn over the video. */
export class Overlay {
  #wanted = { size: undefined, marks: [], backdrop: [] }
  #backdrop = new Marks()
  #marks = new Marks()
  #smoothing = new Smoothing()
  #painter = new MarkPainter()
  /** Marks are already in points of the view. */
  #framing = new Framing()
  #last = 0
  #aimed = []
  view = { width: 0, height: 0 }

  /** @param {HTMLElement} stage filled by the video @param {{tap: (id: string | null) => void}} options */
  constructor(stage, { tap }) {
    this.isMirrored = false
    this.selected = null
    this.reduced = matchMedia('(prefers-reduced-motion: reduce)')
    this.surface = new Surface(stage, {
      resized: (width, height) => this.#resized(width, height), paint: (...now) => this.#paint(...now),
    }, { isClear: true })
    this.surface.canvas.classList.add('live-overlay')
    stage.addEventListener('click', ({ clientX, clientY, target }) => {
      if (target.closest('button')) return
      const frame = stage.getBoundingClientRect()
      tap(this.#marks.hit(clientX - frame.left, clientY - frame.top, REACH)?.id ?? null)
    })
  }

  /**
   * @param {{width: number, height: number} | undefined} size of the frame that the marks belong to
   * @param {import('../../viewer/marks.js').Mark[]} marks that can be tapped, with quads in pixels of the frame
   * @param {import('../../viewer/marks.js').Mark[]} backdrop marks that cannot
   */
  show(size, marks, backdrop) {
    this.#wanted = { size, marks, backdrop }
    this.#aim()
  }

  /** @param {string | null} id of the mark to highlight */
  select(id) {
    this.selected = id
    this.surface.invalidate()
  }

  #resized(width, height) {
    this.view = { width, height }
    Object.assign(this.#framing, {
      viewWidth: width, viewHeight: height, photoWidth: width, photoHeight: height, scale: 1, x: 0, y: 0,
    })
    // The first size is reported while the surface is being created.
    if (this.surface) this.#aim(true)
  }

  #aim(isStill = this.reduced.matches) {
    const { size, marks, backdrop } = this.#wanted
    if (!this.surface || this.view.width === 0) return
    const transform = size && new FrameTransform(size, this.view, { fit: 'contain', isMirrored: this.isMirrored })
    const placed = (list) => (size ? list.map((mark) => ({ ...mark, quad: transform.quad(mark.quad) })) : [])
    this.#backdrop.set(placed(backdrop))
    this.#aimed = placed(marks)
    this.#smoothing.aim(this.#aimed, isStill)
    this.surface.invalidate()
  }

  #paint(context, now, density) {
    const { width, height } = this.view
    context.clearRect(0, 0, width, height)
    const isMoving = this.#smoothing.step(Math.min(now - this.#last, 100))
    this.#last = now
    this.#marks.set(this.#aimed.map((mark) => ({ ...mark, quad: this.#smoothing.quad(mark.id) })))
    this.#painter.draw(context, this.#backdrop, this.#framing, density)
    this.#painter.draw(context, this.#marks, this.#framing, density)
    const index = this.#marks.indices.get(this.selected)
    if (index !== undefined) this.#painter.drawSelected(context, this.#marks, index, this.#framing, false)
    return isMoving
  }

  close() {
    this.surface.close()
  }
}
