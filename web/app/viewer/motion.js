const FRICTION = 0.0045
const GLIDE = 220

/** Animated movement: the rest of a fling, or a transition to another position. None with reduced motion. */
export class Motion {
  /** @param {import('./framing.js').Framing} framing @param {() => void} moved */
  constructor(framing, moved) {
    this.framing = framing
    this.moved = moved
    this.kind = 'none'
    this.velocityX = this.velocityY = this.time = 0
    this.from = { x: 0, y: 0, scale: 1 }
    this.to = { x: 0, y: 0, scale: 1 }
    this.reduced = matchMedia('(prefers-reduced-motion: reduce)')
  }

  get isMoving() {
    return this.kind !== 'none'
  }

  stop() {
    this.kind = 'none'
  }

  fling(velocityX, velocityY) {
    if (this.reduced.matches || Math.hypot(velocityX, velocityY) < 0.15) return
    this.velocityX = velocityX
    this.velocityY = velocityY
    this.begin('fling')
  }

  /** Animates to the framing that `change` results in. */
  glide(change) {
    const { framing, from, to } = this
    keep(framing, from)
    change()
    if (this.reduced.matches) return this.moved()
    keep(framing, to)
    keep(from, framing)
    this.begin('glide')
  }

  begin(kind) {
    this.kind = kind
    this.time = performance.now()
    this.moved()
  }

  /** Draws one frame. */
  step(now) {
    const passed = Math.max(now - this.time, 0)
    if (this.kind === 'fling') this.stepFling(passed, now)
    else if (this.kind === 'glide') this.stepGlide(Math.min(passed / GLIDE, 1))
  }

  stepFling(passed, now) {
    this.framing.pan(this.velocityX * passed, this.velocityY * passed)
    const left = Math.exp(-FRICTION * passed)
    this.velocityX *= left
    this.velocityY *= left
    this.time = now
    if (Math.hypot(this.velocityX, this.velocityY) < 0.02) this.stop()
  }

  stepGlide(share) {
    const { framing, from, to } = this
    const eased = 1 - (1 - share) ** 3
    framing.scale = from.scale + (to.scale - from.scale) * eased
    framing.x = from.x + (to.x - from.x) * eased
    framing.y = from.y + (to.y - from.y) * eased
    if (share === 1) this.stop()
  }
}

function keep(source, target) {
  target.x = source.x
  target.y = source.y
  target.scale = source.scale
}
