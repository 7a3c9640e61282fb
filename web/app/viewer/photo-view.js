import { Emitter } from './emitter.js'
import { Framing } from './framing.js'
import { Motion } from './motion.js'
import { bitmapOf, Pyramid } from './pyramid.js'
import { Surface } from './surface.js'

const GROUND = '#16242f'

/** A photo that can be zoomed and panned. {@link paintOver} draws on top of it. Emits `photo`, its picture. */
export class PhotoView extends Emitter {
  /** @param {HTMLElement} stage the element filled by the photo */
  constructor(stage) {
    super()
    this.stage = stage
    this.framing = new Framing()
    this.photo = null
    this.motion = new Motion(this.framing, () => this.invalidate())
  }

  /** Starts drawing, once everything to draw is there. */
  begin() {
    this.surface = new Surface(this.stage, {
      resized: (width, height) => this.framing.resize(width, height),
      paint: (context, now, density) => this.paint(context, now, density),
    })
  }

  /**
   * @param {ImageBitmap|string} source a bitmap, which this view then owns, or the URL of a picture
   * @param {number} width @param {number} height of the upright photo; the picture may be smaller
   * @param {{x: number, y: number, width: number, height: number} | null} [start] the part to show first
   */
  async setPhoto(source, width, height, start) {
    this.framing.setPhoto(width, height, start)
    const asked = (this.asked = {})
    this.stage.setAttribute('aria-busy', 'true')
    try {
      const bitmap = await bitmapOf(source)
      if (this.asked !== asked) return bitmap.close()
      this.photo?.close()
      this.photo = new Pyramid(bitmap)
      this.emit('photo', bitmap)
      this.invalidate()
      await this.photo.build(() => this.invalidate())
    } finally {
      if (this.asked === asked) this.stage.removeAttribute('aria-busy')
    }
  }

  fit() {
    this.motion.glide(() => this.framing.fit())
  }

  /** Zooms around the center. */
  zoomBy(factor) {
    const { framing } = this
    this.motion.glide(() => framing.zoom(framing.viewWidth / 2, framing.viewHeight / 2, factor))
  }

  panBy(dx, dy) {
    this.change(() => this.framing.pan(dx, dy))
  }

  /** Zooms around a point of the view, without animation. @returns {boolean} whether the limit had not been reached */
  zoomAt(x, y, factor) {
    const before = this.framing.scale
    this.change(() => this.framing.zoom(x, y, factor))
    return this.framing.scale !== before
  }

  /** Scrolls a point of the photo into view if needed. */
  show(x, y) {
    const { framing } = this
    const [viewX, viewY] = [framing.viewX(x), framing.viewY(y)]
    const isSeen = viewX > 24 && viewY > 24 && viewX < framing.viewWidth - 24 && viewY < framing.viewHeight - 24
    if (!isSeen) this.motion.glide(() => framing.center(x, y, framing.scale))
  }

  /** The point of the photo at the center of the view. */
  get middle() {
    const { framing } = this
    return { x: framing.photoX(framing.viewWidth / 2), y: framing.photoY(framing.viewHeight / 2) }
  }

  /** Applies a change by the user, which ends any animation. */
  change(work) {
    this.motion.stop()
    work()
    this.invalidate()
  }

  invalidate() {
    this.surface?.invalidate()
  }

  paint(context, now, density) {
    const { framing } = this
    this.motion.step(now)
    context.fillStyle = GROUND
    context.fillRect(0, 0, framing.viewWidth, framing.viewHeight)
    this.photo?.draw(context, framing, density)
    this.paintOver(context, density)
    // Until the user zooms in, vertical swipes scroll the page.
    const touch = framing.isAtRest && !this.draws ? 'pan-y' : 'none'
    if (this.stage.style.touchAction !== touch) this.stage.style.touchAction = touch
    return this.motion.isMoving
  }

  /** Closes the view, and frees its memory. */
  close() {
    this.asked = null
    this.surface.close()
    this.photo?.close()
  }
}
