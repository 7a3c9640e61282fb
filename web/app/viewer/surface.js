/** Maximum device pixels per CSS pixel: more are hardly visible, and their cost grows with the square. */
const MOST = 2

/** A canvas as large as its container, redrawn only when something has changed. */
export class Surface {
  /**
   * @param {HTMLElement} container
   * @param {{resized: (width: number, height: number) => void,
   *   paint: (context: CanvasRenderingContext2D, now: number, density: number) => boolean}} owner
   *   `paint` returns whether there is more to draw in the next frame
   * @param {{isClear?: boolean}} [options] whether the canvas is transparent
   */
  constructor(container, owner, { isClear = false } = {}) {
    this.owner = owner
    this.canvas = document.createElement('canvas')
    this.canvas.setAttribute('aria-hidden', 'true')
    container.append(this.canvas)
    this.context = this.canvas.getContext('2d', { alpha: isClear })
    this.density = 1
    this.width = this.height = 0
    this.frame = 0
    this.tick = (now) => this.draw(now)
    this.observer = new ResizeObserver(() => this.measure(container))
    this.observer.observe(container)
    this.measure(container)
  }

  measure(container) {
    const { clientWidth: width, clientHeight: height } = container
    const density = Math.min(devicePixelRatio || 1, MOST)
    if (width === this.width && height === this.height && density === this.density) return
    Object.assign(this, { width, height, density })
    this.canvas.width = Math.max(1, Math.round(width * density))
    this.canvas.height = Math.max(1, Math.round(height * density))
    this.owner.resized(width, height)
    this.draw(performance.now())
  }

  /** Requests a frame. */
  invalidate() {
    if (this.frame === 0) this.frame = requestAnimationFrame(this.tick)
  }

  draw(now) {
    cancelAnimationFrame(this.frame)
    this.frame = 0
    this.context.setTransform(this.density, 0, 0, this.density, 0, 0)
    if (this.owner.paint(this.context, now, this.density)) this.invalidate()
  }

  close() {
    cancelAnimationFrame(this.frame)
    this.observer.disconnect()
    this.canvas.remove()
  }
}
