import { outer } from '../../base.js'
import { distance, mapX, mapY } from './projection.js'

/** Maximum distance from the center of a city to be in it, in kilometers. */
const IN = 12

/**
 * Outlines of countries, and cities in order of size, made by Scripts/make-map. Coordinates are fractions of the whole
 * map, as everywhere on it.
 *
 * @typedef {object} World
 * @property {{points: Float32Array, left: number, top: number, right: number, bottom: number}[]} countries x and y of
 *   each corner in turn
 * @property {{code: string, country: object, x: number, y: number, room: number}[]} names of countries: the largest outline,
 *   the place for the name in it, and how wide that is
 * @property {{name: string, latitude: number, longitude: number, country: string, x: number, y: number}[]} cities with the
 *   codes of their countries
 */

let asked

/** Loads the map data on first use. @returns {Promise<World | null>} null if loading fails */
export function world() {
  asked ??= fetchWorld().catch(() => (asked = undefined, null))
  return asked
}

async function fetchWorld() {
  const answer = await fetch(outer('/data/world.json'))
  if (!answer.ok) throw new Error(String(answer.status))
  const { step, countries: lines, names, cities } = await answer.json()
  const countries = lines.map((steps) => country(steps, step))
  return {
    countries,
    names: names.map(([code, line, longitude, latitude, room]) => (
      { code, country: countries[line], x: mapX(longitude * step), y: mapY(latitude * step), room: room * step / 360 })),
    cities: cities.map(([name, latitude, longitude, country]) => ({ name, latitude, longitude, country, x: mapX(longitude), y: mapY(latitude) })),
  }
}

/** Decodes an outline from its first corner and the offset to each next one, in steps of a fraction of a degree. */
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

/** Returns the parts of a horizontal line within a country, from left to right. @param {number} y */
export function partsAt({ points }, y) {
  const crossings = []
  for (let at = 0, last = points.length - 2; at < points.length; last = at, at += 2) {
    const [left, high, right, low] = [points[last], points[last + 1], points[at], points[at + 1]]
    if (high > y !== low > y) crossings.push(left + ((y - high) / (low - high)) * (right - left))
  }
  crossings.sort((a, b) => a - b)
  return Array.from({ length: crossings.length >> 1 }, (_, at) => [crossings[2 * at], crossings[2 * at + 1]])
}

/**
 * Returns the city that a place is in, or else the nearest one.
 *
 * @param {World | null} all @param {{latitude: number, longitude: number}} place
 * @returns {{name: string, country: string, isIn: boolean, km: number} | null} null if no city is known
 */
export function cityOf(all, place) {
  let [found, least] = [null, Infinity]
  for (const city of all?.cities ?? []) {
    const km = distance(city, place)
    // Parts of cities have separate names; the largest come first, and are the usual name of a place.
    if (km < IN) return { ...city, isIn: true, km }
    if (km < least) [found, least] = [city, km]
  }
  return found && { ...found, isIn: false, km: least }
}
