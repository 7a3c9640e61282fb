import { outer } from '../../base.js'
import { kilometers, mapX, mapY } from './projection.js'

/** So near to the middle of a city one is in it, and so near one can still say where one is by it, in kilometers. */
const IN = 12
const NEAR = 1000

/**
 * Outlines of countries, and cities from the largest on, made by Scripts/make-map. In parts of the whole map, as
 * everything on it.
 *
 * @typedef {object} World
 * @property {{points: Float32Array, left: number, top: number, right: number, bottom: number}[]} countries x and y of
 *   one corner after the other
 * @property {{name: string, latitude: number, longitude: number, x: number, y: number}[]} cities
 */

let asked

/** Asked for once, by those who first need it. @returns {Promise<World | null>} null when it does not come */
export function world() {
  asked ??= fetchWorld().catch(() => (asked = undefined, null))
  return asked
}

async function fetchWorld() {
  const answer = await fetch(outer('/data/world.json'))
  if (!answer.ok) throw new Error(String(answer.status))
  const { step, countries, cities } = await answer.json()
  return {
    countries: countries.map((steps) => country(steps, step)),
    cities: cities.map(([name, latitude, longitude]) => ({ name, latitude, longitude, x: mapX(longitude), y: mapY(latitude) })),
  }
}

/** From the first corner and the way from each to the next, in steps of so many degrees. */
function country(steps, step) {
  const points = new Float32Array(steps.length)
  let [longitude, latitude] = [0, 0]
  let [left, top, right, bottom] = [1, 1, 0, 0]
  for (let at = 0; at < steps.length; at += 2) {
    longitude += steps[at]
    latitude += steps[at + 1]
    const [x, y] = [mapX(longitude * step), mapY(latitude * step)]
    points[at] = x
    points[at + 1] = y
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return { points, left, top, right, bottom }
}

/**
 * The city in which a place is, or near which.
 *
 * @param {World | null} all @param {{latitude: number, longitude: number}} place
 * @returns {{name: string, isIn: boolean, km: number} | null} null far from all that have a name here
 */
export function cityOf(all, { latitude, longitude }) {
  const [x, y] = [mapX(longitude), mapY(latitude)]
  let [found, least] = [null, NEAR]
  for (const city of all?.cities ?? []) {
    if (Math.abs(city.latitude - latitude) > 9) continue
    const away = kilometers(Math.hypot(city.x - x, city.y - y), latitude)
    // Parts of cities have names of their own; the largest come first, and are what people call a place.
    if (away < IN) return { name: city.name, isIn: true, km: away }
    if (away < least) [found, least] = [city, away]
  }
  return found && { name: found.name, isIn: false, km: least }
}
