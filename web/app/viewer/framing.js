/**
 * The position of a photo in the view: a point of the photo is at `point * scale + (x, y)`, in CSS pixels. The photo
 * never leaves the view, and is centered if it is smaller than the view.
 */
export class Framing {
  constructor() {
    this.viewWidth = 1
    this.viewHeight = 1
    this.photoWidth = 1
    this.photoHeight = 1
    this.scale = 1
    this.x = 0
    this.y = 0
    /** The part of the photo to show first; null for all of it. */
    this.start = null
    this.isAtStart = false
  }

  /** The scale at which the whole photo just fits. */
  get fitScale() {
    return Math.min(this.viewWidth / this.photoWidth, this.viewHeight / this.photoHeight)
  }

  /** Eight CSS pixels per pixel of the photo, or more for a tiny photo. */
  get maxScale() {
    return Math.max(8, this.fitScale * 4)
  }

  get isFitted() {
    return this.scale <= this.fitScale * 1.001
  }

  /** Whether the user has not zoomed in beyond the initial part. */
  get isAtRest() {
    return this.isFitted || this.isAtStart
  }

  /**
   * @param {number} width @param {number} height of the new photo
   * @param {{x: number, y: number, width: number, height: number} | null} [start] the part to show first
   */
  setPhoto(width, height, start = null) {
    this.photoWidth = Math.max(width, 1)
    this.photoHeight = Math.max(height, 1)
    this.start = start
    this.toStart()
  }

  toStart() {
    if (!this.start) return this.fit()
    const { x, y, width, height } = this.start
    this.center(x + width / 2, y + height / 2, Math.min(this.viewWidth / width, this.viewHeight / height))
    this.isAtStart = true
  }

  /** Resizes the view, and keeps its center in place. */
  resize(width, height) {
    const { isFitted: wasFitted, isAtStart: wasAtStart } = this
    const centerX = this.photoX(this.viewWidth / 2)
    const centerY = this.photoY(this.viewHeight / 2)
    this.viewWidth = Math.max(width, 1)
    this.viewHeight = Math.max(height, 1)
    if (wasAtStart) this.toStart()
    else if (wasFitted) this.fit()
    else this.center(centerX, centerY, this.scale)
  }

  fit() {
    this.isAtStart = false
    this.scale = this.fitScale
    this.keepInside()
  }

  pan(dx, dy) {
    this.isAtStart = false
    this.x += dx
    this.y += dy
    this.keepInside()
  }

  /** Zooms around a point of the view. */
  zoom(x, y, factor) {
    this.isAtStart = false
    const scale = this.limited(this.scale * factor)
    const ratio = scale / this.scale
    this.x = x - (x - this.x) * ratio
    this.y = y - (y - this.y) * ratio
    this.scale = scale
    this.keepInside()
  }

  /** Moves a point of the photo to the center of the view. */
  center(photoX, photoY, scale) {
    this.isAtStart = false
    this.scale = this.limited(scale)
    this.x = this.viewWidth / 2 - photoX * this.scale
    this.y = this.viewHeight / 2 - photoY * this.scale
    this.keepInside()
  }

  photoX(x) {
    return (x - this.x) / this.scale
  }

  photoY(y) {
    return (y - this.y) / this.scale
  }

  viewX(x) {
    return x * this.scale + this.x
  }

  viewY(y) {
    return y * this.scale + this.y
  }

  limited(scale) {
    return Math.min(Math.max(scale, this.fitScale), this.maxScale)
  }

  keepInside() {
    this.scale = this.limited(this.scale)
    this.x = inside(this.x, this.photoWidth * this.scale, this.viewWidth)
    this.y = inside(this.y, this.photoHeight * this.scale, this.viewHeight)
  }
}

function inside(offset, length, room) {
  return length <= room ? (room - length) / 2 : Math.min(0, Math.max(room - length, offset))
}
