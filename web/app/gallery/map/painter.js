import { formatNumber } from '../../format.js'
import { latitudeAt, longitudeAt, mapX, mapY } from './projection.js'

/** Degrees between two lines of the graticule. */
const STEPS = [90, 30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001]
/** So far apart they are at least, in CSS pixels. */
const ROOM = 90

/** Draws lines of latitude and longitude, and places on them. */
export class MapPainter {
  /** @param {CanvasRenderingContext2D} context in CSS pixels @param {import('./projection.js').MapView} view */
  paint(context, view, clusters) {
    const style = getComputedStyle(document.documentElement)
    const color = (name) => style.getPropertyValue(`--${name}`).trim()
    context.fillStyle = color('panel')
    context.fillRect(0, 0, view.width, view.height)
    context.font = `12px ${getComputedStyle(document.body).fontFamily}`
    this.#graticule(context, view, color)
    for (const cluster of [...clusters].sort((a, b) => a.count - b.count)) this.#point(context, cluster, color)
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
      context.fillText(words(at * step, digits, 'E', 'W'), x + 4, 4)
    }
    context.textBaseline = 'bottom'
    for (let at = Math.ceil(Math.max(south, -84) / step); at * step <= Math.min(north, 84); at += 1) {
      const y = Math.round(view.viewY(mapY(at * step))) + 0.5
      line(context, 0, y, view.width, y)
      context.fillText(words(at * step, digits, 'N', 'S'), 4, y - 2)
    }
  }

  #point(context, { viewX, viewY, radius, count }, color) {
    context.beginPath()
    context.arc(viewX, viewY, radius, 0, 2 * Math.PI)
    context.fillStyle = color('action')
    context.fill()
    context.strokeStyle = color('page')
    context.lineWidth = 2
    context.stroke()
    if (count < 2) return
    context.fillStyle = color('on-action')
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    if (radius > 9) context.fillText(count > 9999 ? `${Math.round(count / 1000)}k` : formatNumber(count), viewX, viewY + 0.5)
  }
}

function line(context, x, y, toX, toY) {
  context.beginPath()
  context.moveTo(x, y)
  context.lineTo(toX, toY)
  context.stroke()
}

const words = (degrees, digits, plus, minus) => (
  `${Math.abs(degrees).toFixed(digits)}°${Math.abs(degrees) < 1e-9 ? '' : degrees > 0 ? plus : minus}`)
