/** Maximum latitude of the Mercator map, in degrees. */
const LIMIT = 85
/** Minimum share of the map shown, about a hundred kilometers: less would be unrecognizable. */
const LEAST = 0.004
const radians = Math.PI / 180

/** From 0 in the west to 1 in the east. */
export const mapX = (longitude) => (longitude + 180) / 360

/** From 0 in the north to 1 in the south. */
export function mapY(latitude) {
  const bounded = Math.max(-LIMIT, Math.min(LIMIT, latitude))
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + (bounded * radians) / 2)) / (2 * Math.PI)
}

export const longitudeAt = (x) => x * 360 - 180
export const latitudeAt = (y) => (2 * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - Math.PI / 2) / radians

/** Returns the width of a part of the map on the ground. @param {number} share of the whole map's width */
export const kilometers = (share, latitude) => share * 40_075 * Math.cos(latitude * radians)

/** Returns the way between two places over the ground, in kilometers. */
export function distance(one, other) {
  const [up, across] = [(other.latitude - one.latitude) * radians, (other.longitude - one.longitude) * radians]
  const square = Math.sin(up / 2) ** 2 + Math.cos(one.latitude * radians) * Math.cos(other.latitude * radians) * Math.sin(across / 2) ** 2
  return 2 * 6371 * Math.asin(Math.sqrt(Math.min(1, square)))
}

/** The visible part of the map: its center, and the width of the whole map in CSS pixels. */
export class MapView {
  constructor() {
    Object.assign(this, { x: 0.5, y: 0.5, scale: 512, width: 1, height: 1 })
  }

  resize(width, height) {
    Object.assign(this, { width, height })
    this.#bound()
  }

  viewX = (x) => (x - this.x) * this.scale + this.width / 2
  viewY = (y) => (y - this.y) * this.scale + this.height / 2
  x0 = (viewX) => (viewX - this.width / 2) / this.scale + this.x
  y0 = (viewY) => (viewY - this.height / 2) / this.scale + this.y

  pan(dx, dy) {
    this.x -= dx / this.scale
    this.y -= dy / this.scale
    this.#bound()
  }

  /** Zooms around a position of the view. */
  zoom(viewX, viewY, factor) {
    const [x, y] = [this.x0(viewX), this.y0(viewY)]
    this.scale *= factor
    this.#bound()
    this.x = x - (viewX - this.width / 2) / this.scale
    this.y = y - (viewY - this.height / 2) / this.scale
    this.#bound()
  }

  /** Fits all of the given points. @param {{x: number, y: number}[]} points */
  fit(points) {
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
    const [wide, high] = [Math.max(right - left, LEAST), Math.max(bottom - top, LEAST)]
    this.scale = 0.8 * Math.min(this.width / wide, this.height / high)
    this.x = (left + right) / 2
    this.y = (top + bottom) / 2
    this.#bound()
  }

  #bound() {
    this.scale = Math.max(Math.min(this.width, this.height), Math.min(this.scale, 4e7))
    this.x = Math.max(0, Math.min(1, this.x))
    this.y = Math.max(0, Math.min(1, this.y))
  }
}
