import { h, uniqueId } from '../../dom.js'
import { iconButton } from '../../buttons.js'
import { Gestures, listenToWheel } from '../../viewer/gestures.js'
import { Surface } from '../../viewer/surface.js'
import { MapPainter } from './painter.js'
import { kilometers, latitudeAt, longitudeAt, mapX, mapY, MapView } from './projection.js'
import { world } from './world.js'
import { map as texts } from '../texts.js'

/** Distance within which points are drawn as one, in CSS pixels. */
const NEAR = 60
const STEP = 60

/** Points on a map that is drawn here, so that no map service learns the places. */
export class PlaceMap {
  /**
   * @param {{latitude: number, longitude: number, count: number}[]} points
   * @param {(area: {latitude: number, longitude: number, km: number}) => void} open called to show the photos of a
   *   place
   */
  constructor(points, open, signal) {
    this.points = points.map(({ latitude, longitude, count, photo }) => ({ x: mapX(longitude), y: mapY(latitude), count, photo }))
    this.open = open
    this.view = new MapView()
    this.painter = new MapPainter(() => { if (!signal.aborted) this.surface?.invalidate() })
    const help = uniqueId('map-help')
    this.stage = h('div', { class: 'map-stage', tabindex: '0', role: 'application', 'aria-label': texts.label, 'aria-describedby': help })
    this.element = h('div', {}, this.stage, h('div', { class: 'map-buttons' },
      iconButton('plus', texts.zoomIn, () => this.#zoom(2)), iconButton('minus', texts.zoomOut, () => this.#zoom(0.5)),
      iconButton('fit', texts.fit, () => this.#fit())), h('p', { class: 'visually-hidden', id: help }, texts.help))
    requestAnimationFrame(() => { if (!signal.aborted) this.#begin(signal) })
  }

  #begin(signal) {
    let isFirst = true
    this.surface = new Surface(this.stage, {
      resized: (width, height) => {
        this.view.resize(width, height)
        if (isFirst) this.view.fit(this.points)
        isFirst = false
      },
      paint: (context) => {
        this.clusters = gathered(this.points, this.view)
        this.painter.paint(context, this.view, this.clusters)
        return false
      },
    })
    signal.addEventListener('abort', () => this.surface.close(), { once: true })
    world().then((all) => {
      this.painter.world = all
      if (!signal.aborted) this.surface.invalidate()
    })
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.surface.invalidate(), { signal })
    this.#listen()
  }

  #listen() {
    new Gestures(this.stage, {
      begin: () => false, drag: () => {}, drop: () => {}, abandon: () => {}, fling: () => {}, hover: () => {},
      pan: (dx, dy) => this.#change(() => this.view.pan(dx, dy)),
      zoom: (x, y, factor) => this.#change(() => this.view.zoom(x, y, factor)),
      tap: (x, y) => this.#tap(x, y),
      doubleTap: (x, y) => {
        if (this.#at(x, y)) return false
        this.#change(() => this.view.zoom(x, y, 2))
        return true
      },
    })
    listenToWheel(this.stage, (x, y, factor) => {
      const before = this.view.scale
      this.#change(() => this.view.zoom(x, y, factor))
      return this.view.scale !== before
    })
    this.stage.addEventListener('keydown', (event) => this.#key(event))
  }

  #key(event) {
    const move = { ArrowLeft: [STEP, 0], ArrowRight: [-STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] }[event.key]
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (move) this.#change(() => this.view.pan(...move))
    else if (event.key === '+' || event.key === '=') this.#zoom(2)
    else if (event.key === '-') this.#zoom(0.5)
    else if (event.key === '0') this.#fit()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  #zoom(factor) {
    this.#change(() => this.view.zoom(this.view.width / 2, this.view.height / 2, factor))
  }

  #fit() {
    this.#change(() => this.view.fit(this.points))
  }

  #change(work) {
    work()
    this.surface.invalidate()
  }

  #at(x, y) {
    return this.clusters?.find((one) => Math.hypot(one.viewX - x, one.viewY - y) < Math.max(14, one.radius))
  }

  /** Opens the photos of a place; zooms in if it is several places, until the area is small. */
  #tap(x, y) {
    const cluster = this.#at(x, y)
    if (!cluster) return
    const latitude = latitudeAt(cluster.y)
    const km = Math.max(0.2, kilometers(cluster.reach, latitude) * 1.1)
    this.open({ latitude, longitude: longitudeAt(cluster.x), km })
  }
}

/** Groups points that are close enough to be drawn as one. */
function gathered(points, view) {
  const squares = new Map()
  for (const point of points) {
    const [viewX, viewY] = [view.viewX(point.x), view.viewY(point.y)]
    if (viewX < -NEAR || viewY < -NEAR || viewX > view.width + NEAR || viewY > view.height + NEAR) continue
    // Squares of the whole map, not of the view, so that groups do not change while it is moved.
    const key = `${Math.floor((point.x * view.scale) / NEAR)},${Math.floor((point.y * view.scale) / NEAR)}`
    const list = squares.get(key)
    if (list) list.push(point)
    else squares.set(key, [point])
  }
  return [...squares.values()].map((list) => joined(list, view))
}

function joined(list, view) {
  const count = list.reduce((sum, point) => sum + point.count, 0)
  const x = list.reduce((sum, point) => sum + point.x * point.count, 0) / count
  const y = list.reduce((sum, point) => sum + point.y * point.count, 0) / count
  const reach = Math.max(...list.map((point) => Math.hypot(point.x - x, point.y - y)))
  // The fullest place stands for all of them.
  const { photo } = list.reduce((most, point) => (point.count > most.count ? point : most))
  return { x, y, count, reach, photo, viewX: view.viewX(x), viewY: view.viewY(y), radius: Math.min(28, 18 + 1.5 * Math.log2(count)) }
}
