import { api } from '../../api.js'
import { formatDecimal, formatNumber } from '../../format.js'
import { countryName } from '../descriptions.js'
import { latitudeAt, longitudeAt, mapX, mapY } from './projection.js'
import { partsAt } from './world.js'
import { map } from '../texts.js'

const { compass } = map

/** Degrees between two lines of the graticule. */
const STEPS = [90, 30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001]
/** Minimum distance between them, in CSS pixels. */
const ROOM = 90

/** Minimum distance between names of cities, in CSS pixels, and their maximum number. */
const NAME_ROOM = { across: 110, down: 26 }
const MOST_NAMES = 40
/** Room around the name of a country, in CSS pixels. */
const RIM = 8
/** Where the name of a country is tried if its middle is not in view or not free, as shares of the height. */
const LINES = [0.5, 0.3, 0.7, 0.15, 0.85]
/** Maximum number of thumbnails; more places are plain circles. */
const MOST_IMAGES = 200

/** Draws countries, cities, lines of latitude and longitude, and the places of photos. */
export class MapPainter {
  /**
   * Countries and cities; until they have loaded, only the lines are drawn.
   *
   * @type {import('./world.js').World | null}
   */
  world = null
  /** Thumbnails by photo. */
  #images = new Map()

  /** @param {() => void} changed called when there is more to draw */
  constructor(changed) {
    this.changed = changed
  }

  /** @param {CanvasRenderingContext2D} context in CSS pixels @param {import('./projection.js').MapView} view */
  paint(context, view, clusters) {
    const style = getComputedStyle(document.documentElement)
    const color = (name) => style.getPropertyValue(`--${name}`).trim()
    context.fillStyle = color('panel')
    context.fillRect(0, 0, view.width, view.height)
    context.font = `12px ${getComputedStyle(document.body).fontFamily}`
    if (this.world) this.#countries(context, view, color)
    this.#graticule(context, view, color)
    if (this.world) this.#cities(context, view, clusters, this.#countryNames(context, view, clusters, color), color)
    for (const cluster of [...clusters].sort((a, b) => a.count - b.count)) this.#point(context, cluster, color)
  }

  #countries(context, view, color) {
    const seen = { left: view.x0(0), top: view.y0(0), right: view.x0(view.width), bottom: view.y0(view.height) }
    context.beginPath()
    for (const country of this.world.countries) {
      const { left, top, right, bottom } = country
      const isSeen = right >= seen.left && left <= seen.right && bottom >= seen.top && top <= seen.bottom
      if (isSeen && Math.max(right - left, bottom - top) * view.scale > 1) outline(context, country.points, view)
    }
    context.fillStyle = color('raised')
    context.fill()
    context.strokeStyle = color('outline')
    context.lineWidth = 0.75
    context.stroke()
  }

  /** Writes the names of countries that have room for them. @returns {object[]} the areas taken */
  #countryNames(context, view, clusters, color) {
    const { font } = context
    context.font = `600 ${font}`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.lineJoin = 'round'
    // A place with photos has the name of its city to its right.
    const full = clusters.map(({ viewX, viewY, radius }) => ({ left: viewX - radius, right: viewX + radius + NAME_ROOM.across, top: viewY - radius, bottom: viewY + radius }))
    const areas = []
    for (const place of this.world.names) {
      const name = countryName(place.code)
      const width = context.measureText(name).width + 2 * RIM
      const spot = spots(place, view, width).map(([at, down]) => ({ at, down, left: at - width / 2, right: at + width / 2, top: down - 2 * RIM, bottom: down + 2 * RIM }))
        .find((area) => ![...full, ...areas].some((other) => overlaps(area, other)))
      if (!spot) continue
      areas.push(spot)
      written(context, name, spot.at, spot.down, color('raised'), color('text-soft'))
    }
    context.font = font
    return areas
  }

  /** Draws cities, as far as there is room for their names: those with photos first, then the largest. */
  #cities(context, view, clusters, areas, color) {
    const named = []
    context.textAlign = 'left'
    context.textBaseline = 'middle'
    context.lineJoin = 'round'
    for (const { name, at, down, place } of this.#seenCities(view, clusters)) {
      if (named.some((other) => Math.abs(other.at - at) < NAME_ROOM.across && Math.abs(other.down - down) < NAME_ROOM.down)) continue
      if (areas.some((other) => overlaps({ left: at, right: at + context.measureText(name).width + RIM, top: down - RIM, bottom: down + RIM }, other))) continue
      named.push({ at, down })
      this.#city(context, name, { at, down, start: place ? place.viewX + place.radius + (place.count > 1 ? 12 : 4) : at + 6 }, color)
      if (named.length === MOST_NAMES) return
    }
  }

  /** Returns the cities in view, each with the place whose photos lie over it, if any. */
  #seenCities(view, clusters) {
    const seen = []
    for (const { name, x, y } of this.world.cities) {
      const [at, down] = [view.viewX(x), view.viewY(y)]
      if (at < 0 || down < 0 || at > view.width || down > view.height) continue
      seen.push({ name, at, down, place: clusters.find(({ viewX, viewY, radius }) => Math.hypot(viewX - at, viewY - down) < radius + 6) })
    }
    return seen.sort((one, other) => Boolean(other.place) - Boolean(one.place))
  }

  /** Draws a city. A place with photos covers its point, so the name begins beside that. */
  #city(context, name, { at, down, start }, color) {
    context.beginPath()
    context.arc(at, down, 2.5, 0, 2 * Math.PI)
    context.fillStyle = color('text-soft')
    context.fill()
    written(context, name, start, down, color('raised'), color('text'))
  }

  #graticule(context, view, color) {
    const step = STEPS.findLast((each) => (each / 360) * view.scale >= ROOM) ?? STEPS[0]
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
    context.strokeStyle = color('line')
    context.fillStyle = color('text-soft')
    context.lineWidth = 1
    const [west, east] = [longitudeAt(view.x0(0)), longitudeAt(view.x0(view.width))]
    const [north, south] = [latitudeAt(view.y0(0)), latitudeAt(view.y0(view.height))]
    context.textAlign = 'left'
    context.textBaseline = 'top'
    for (let at = Math.ceil(Math.max(west, -180) / step); at * step <= Math.min(east, 180); at += 1) {
      const x = Math.round(view.viewX(mapX(at * step))) + 0.5
      line(context, x, 0, x, view.height)
      context.fillText(words(at * step, digits, compass.east, compass.west), x + 4, 4)
    }
    context.textBaseline = 'bottom'
    for (let at = Math.ceil(Math.max(south, -84) / step); at * step <= Math.min(north, 84); at += 1) {
      const y = Math.round(view.viewY(mapY(at * step))) + 0.5
      line(context, 0, y, view.width, y)
      context.fillText(words(at * step, digits, compass.north, compass.south), 4, y - 2)
    }
  }

  /** Draws a photo of the place, and the number of photos there. */
  #point(context, { viewX, viewY, radius, count, photo }, color) {
    context.save()
    context.beginPath()
    context.arc(viewX, viewY, radius, 0, 2 * Math.PI)
    context.fillStyle = color('action')
    context.fill()
    context.save()
    context.clip()
    const image = this.#image(photo)
    if (image) cover(context, image, viewX, viewY, radius)
    context.restore()
    context.strokeStyle = color('page')
    context.lineWidth = 2.5
    context.stroke()
    if (count > 1) badge(context, viewX + radius * 0.7, viewY - radius * 0.7, count > 9999 ? `${Math.round(count / 1000)}k` : formatNumber(count), color)
    context.restore()
  }

  /** Returns the thumbnail of a photo once it has loaded. */
  #image(photo) {
    let image = this.#images.get(photo)
    if (!image && this.#images.size < MOST_IMAGES) {
      image = Object.assign(new Image(), { src: api.gallery.coverURL(photo), onload: () => this.changed() })
      this.#images.set(photo, image)
    }
    return image?.complete && image.naturalWidth > 0 ? image : null
  }
}

/** Returns where the name of a country may stand in the view: in its middle, or else in the middle of a part in view. */
function spots({ country, x, y, room }, view, width) {
  const seen = (from, to) => Math.min(to, view.width) - Math.max(from, 0)
  if (seen(view.viewX(country.left), view.viewX(country.right)) < width) return []
  const [at, down] = [view.viewX(x), view.viewY(y)]
  const isSeen = at > width / 2 && at < view.width - width / 2 && down > 2 * RIM && down < view.height - 2 * RIM
  if (isSeen) return room * view.scale >= width ? [[at, down]] : []
  return LINES.flatMap((share) => partsAt(country, view.y0(share * view.height)).map((ends) => ends.map(view.viewX))
    .filter(([left, right]) => seen(left, right) >= width)
    .map(([left, right]) => [(Math.max(left, 0) + Math.min(right, view.width)) / 2, share * view.height]))
}

const overlaps = (one, other) => one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top

/** Writes a text with a rim, so that no line runs through it. */
function written(context, text, x, y, rim, color) {
  context.strokeStyle = rim
  context.lineWidth = 3
  context.strokeText(text, x, y)
  context.fillStyle = color
  context.fillText(text, x, y)
}

/** Fills a circle with the middle of a picture. */
function cover(context, image, x, y, radius) {
  const side = Math.min(image.naturalWidth, image.naturalHeight)
  context.drawImage(image, (image.naturalWidth - side) / 2, (image.naturalHeight - side) / 2, side, side, x - radius, y - radius, 2 * radius, 2 * radius)
}

function badge(context, x, y, text, color) {
  context.font = `600 ${context.font}`
  const half = Math.max(9, context.measureText(text).width / 2 + 5)
  context.beginPath()
  context.roundRect(x - half, y - 9, 2 * half, 18, 9)
  context.fillStyle = color('action')
  context.fill()
  context.strokeStyle = color('page')
  context.lineWidth = 1.5
  context.stroke()
  context.fillStyle = color('on-action')
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(text, x, y + 0.5)
}

function outline(context, points, view) {
  context.moveTo(view.viewX(points[0]), view.viewY(points[1]))
  for (let at = 2; at < points.length; at += 2) context.lineTo(view.viewX(points[at]), view.viewY(points[at + 1]))
  context.closePath()
}

function line(context, x, y, toX, toY) {
  context.beginPath()
  context.moveTo(x, y)
  context.lineTo(toX, toY)
  context.stroke()
}

const words = (degrees, digits, plus, minus) => (
  `${formatDecimal(Math.abs(degrees), digits)}°${Math.abs(degrees) < 1e-9 ? '' : degrees > 0 ? plus : minus}`)
