import { capital, fill, formatDecimal, formatNumber } from '../format.js'
import { photoName } from '../history/names.js'
import { locale } from '../language.js'
import { strings } from '../strings.js'
import { cityOf } from './map/world.js'
import { tagName } from './tag-names.js'

const texts = strings.gallery
// The clock of the camera is told as if it had shown UTC, whatever the zone was.
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
const dayAndTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** So far from a city nobody would say that one is near it, in kilometers. */
const FAR = 80
const year = new Intl.DateTimeFormat(locale, { year: 'numeric', timeZone: 'UTC' })
const partial = { year, month, day }

/** As much of a day as is known. @param {{taken: number, takenDetail?: string}} photo by the clock of the camera */
export const takenDay = ({ taken, takenDetail }) => (taken === undefined ? texts.undated : (partial[takenDetail] ?? day).format(taken * 1000))

/** @param {{taken: number, takenDetail?: string}} photo by the clock of the camera */
export const takenTime = ({ taken, takenDetail }) => (taken === undefined ? texts.undated : (partial[takenDetail] ?? dayAndTime).format(taken * 1000))

/** @param {{year: number, month: number}} which */
export const monthTitle = ({ year, month: number }) => month.format(Date.UTC(year, number - 1, 1))

/** Months that share their rows: `March – May 2024`. @param {{year: number, month: number}} first @param {{year: number, month: number}} last */
export function monthsTitle(first, last) {
  if (first.year === last.year && first.month === last.month) return monthTitle(first)
  return month.formatRange(...[first, last].map(({ year, month: number }) => Date.UTC(year, number - 1, 1)))
}

/** What a photo is called for those who do not see it: `Dog, beach; 3 May 2024`; by its file where it has no tags. */
export const photoLabel = ({ tags, name, ...photo }) => `${tags.length > 0 || !name ? capital(photoWords(tags)) : photoName(name)}; ${takenDay(photo)}`

/** Tags as a phrase: what is on the photo stands by itself, what the photo is stands before it. @param {string[]} tags */
export function photoWords(tags) {
  const { adjectives, nouns, places } = texts.phrase
  const known = (words) => tags.filter((tag) => Object.hasOwn(words, tag)).map((tag) => words[tag])
  const [looks, kinds] = [known(adjectives), known(nouns)]
  const shown = tags.filter((tag) => ![adjectives, nouns].some((words) => Object.hasOwn(words, tag)))
  const things = [...shown.filter((tag) => !Object.hasOwn(places, tag)).map(tagName), ...known(places)].join(', ')
  if (looks.length === 0 && kinds.length === 0 && things) return things
  const kind = kinds[0] ?? texts.untagged
  const photo = looks.length > 0 ? fill(texts.phrase.photo, { looks: [...new Set(looks)].join(' '), kind }) : kind
  return things ? `${photo}: ${things}` : photo
}

/** @param {{latitude: number, longitude: number}} place */
export function placeText({ latitude, longitude }) {
  const { north, south, east, west } = texts.map.compass
  const degrees = (value, plus, minus) => `${formatDecimal(Math.abs(value), 4)}° ${value < 0 ? minus : plus}`
  // A comma within the numbers would be taken for the one between them.
  return [degrees(latitude, north, south), degrees(longitude, east, west)].join(texts.map.between)
}

/**
 * A place by the city that it is in or near, and by its degrees where there is none.
 * @param {{latitude: number, longitude: number}} place @param {import('./map/world.js').World | null} all
 */
export function placeName(place, all) {
  const city = cityOf(all, place)
  if (!city) return placeText(place)
  if (city.isIn) return city.name
  return fill(city.km > FAR ? texts.map.away : texts.map.near, { name: city.name, km: formatNumber(Math.round(city.km / 10) * 10) })
}

/** The address of the page that shows what a query finds. @param {string} query @param {string} [album] whose photos these are */
export const galleryPath = (query, album) => (query ? `/gallery?${new URLSearchParams({ q: query, ...(album && { album }) })}` : '/gallery')

/** The address of a photo among those that a query finds. */
export function photoPath(id, query, at) {
  const given = { ...(query ? { q: query } : {}), ...(at === undefined ? {} : { at }) }
  return `/gallery/photo/${id}${Object.keys(given).length > 0 ? `?${new URLSearchParams(given)}` : ''}`
}
