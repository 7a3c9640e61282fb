const SIDE = 16

/** Glyphs that are drawn once and then copied: text is slow to draw hundreds of times per frame. */
export class Glyphs {
  constructor() {
    this.pictures = new Map()
    this.density = 1
  }

  /** @param {number} density device pixels per CSS pixel */
  setDensity(density) {
    if (density === this.density) return
    this.density = density
    this.pictures.clear()
  }

  /** Draws a glyph on a round background, centered on a point of the view. */
  draw(context, glyph, color, x, y) {
    context.drawImage(this.picture(glyph, color), x - SIDE / 2, y - SIDE / 2, SIDE, SIDE)
  }

  picture(glyph, color) {
    const key = glyph + color
    let picture = this.pictures.get(key)
    if (!picture) this.pictures.set(key, (picture = this.make(glyph, color)))
    return picture
  }

  make(glyph, color) {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = Math.ceil(SIDE * this.density)
    const context = canvas.getContext('2d')
    context.scale(this.density, this.density)
    context.fillStyle = color
    context.strokeStyle = '#fff'
    context.lineWidth = 1.5
    context.beginPath()
    context.arc(SIDE / 2, SIDE / 2, SIDE / 2 - 1, 0, 2 * Math.PI)
    context.fill()
    context.stroke()
    context.fillStyle = '#fff'
    context.font = `bold ${SIDE * 0.7}px system-ui, sans-serif`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(glyph, SIDE / 2, SIDE / 2 + 0.5)
    return canvas
  }
}
