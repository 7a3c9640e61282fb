/** Size below which a level is cheap enough to be drawn at any scale. */
const SMALLEST = 700

/**
 * A photo at full size and repeatedly halved. Drawing uses the level just above the required scale, so that the cost of
 * a frame depends on the view, not on the photo.
 */
export class Pyramid {
  /** @param {ImageBitmap} photo closed together with this pyramid */
  constructor(photo) {
    this.levels = [photo]
    this.isClosed = false
  }

  /**
   * Creates the smaller levels, each from the one before.
   * @param {() => void} changed called after each level
   */
  async build(changed) {
    for (;;) {
      const last = this.levels[this.levels.length - 1]
      if (Math.max(last.width, last.height) / 2 < SMALLEST) return
      const half = await createImageBitmap(last, {
        resizeWidth: Math.ceil(last.width / 2), resizeHeight: Math.ceil(last.height / 2), resizeQuality: 'medium',
      })
      if (this.isClosed) return half.close()
      this.levels.push(half)
      changed()
    }
  }

  /**
   * Draws the visible part of the photo.
   * @param {CanvasRenderingContext2D} context in CSS pixels
   * @param {import('./framing.js').Framing} framing
   * @param {number} density device pixels per CSS pixel
   */
  draw(context, framing, density) {
    // The user may leave between two frames.
    if (this.isClosed) return
    const level = this.level(framing.photoWidth * framing.scale * density)
    const across = level.width / framing.photoWidth
    const down = level.height / framing.photoHeight
    const left = Math.max(0, Math.floor(framing.photoX(0) * across))
    const top = Math.max(0, Math.floor(framing.photoY(0) * down))
    const right = Math.min(level.width, Math.ceil(framing.photoX(framing.viewWidth) * across))
    const bottom = Math.min(level.height, Math.ceil(framing.photoY(framing.viewHeight) * down))
    if (right <= left || bottom <= top) return
    const scaleX = framing.scale / across
    const scaleY = framing.scale / down
    // When the user zooms in that far, single pixels should be visible.
    context.imageSmoothingEnabled = scaleX * density < 4
    context.imageSmoothingQuality = 'low'
    context.drawImage(
      level, left, top, right - left, bottom - top, framing.x + left * scaleX, framing.y + top * scaleY,
      (right - left) * scaleX, (bottom - top) * scaleY,
    )
  }

  /** Returns the smallest level that is at least this wide. */
  level(width) {
    let found = this.levels[0]
    for (const level of this.levels) if (level.width >= width * 0.99) found = level
    return found
  }

  close() {
    this.isClosed = true
    for (const level of this.levels) level.close()
  }
}

/**
 * @param {ImageBitmap|string} source a bitmap, or the URL of a picture on this server or this page
 * @returns {Promise<ImageBitmap>} upright
 */
export async function bitmapOf(source) {
  if (typeof source !== 'string') return source
  const image = new Image()
  image.decoding = 'async'
  image.src = source
  await image.decode()
  return createImageBitmap(image)
}
