import { capital, fill, formatClock, formatDecimal, formatNumber } from '../format.js'
import { photoName } from '../history/names.js'
import { locale } from '../language.js'
import { strings } from '../strings.js'
import { cityOf } from './map/world.js'
import { map } from './texts.js'
import { tagName } from './tag-names.js'

const texts = strings.gallery
// Camera time is formatted as UTC, whatever the zone was.
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
const dayAndTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Distance beyond which a place is not described as near a city, in kilometers. */
const FAR = 80
const year = new Intl.DateTimeFormat(locale, { year: 'numeric', timeZone: 'UTC' })
const partial = { year, month, day }
const countries = new Intl.DisplayNames([locale], { type: 'region' })

/** Returns the date as far as it is known. @param {{taken: number, takenDetail?: string}} photo in camera time */
export const takenDay = ({ taken, takenDetail }) => (taken === undefined ? texts.undated : (partial[takenDetail] ?? day).format(taken * 1000))

/** @param {{taken: number, takenDetail?: string}} photo in camera time */
export const takenTime = ({ taken, takenDetail }) => (taken === undefined ? texts.undated : (partial[takenDetail] ?? dayAndTime).format(taken * 1000))

/** @param {{year: number, month: number}} which */
export const monthTitle = ({ year, month: number }) => month.format(Date.UTC(year, number - 1, 1))

/**
 * Months that share rows: `March – May 2024`.
 *
 * @param {{year: number, month: number}} first @param {{year: number, month: number}} last
 */
export function monthsTitle(first, last) {
  if (first.year === last.year && first.month === last.month) return monthTitle(first)
  return month.formatRange(...[first, last].map(({ year, month: number }) => Date.UTC(year, number - 1, 1)))
}

/** Returns a text alternative for a photo: `Dog, beach; 3 May 2024`; its file name if it has no tags. */
export const photoLabel = ({ tags, name, ...photo }) => [tags.length > 0 || !name ? capital(photoWords(tags)) : photoName(name), takenDay(photo),
  photo.duration > 0 ? formatClock(photo.duration) : ''].filter(Boolean).join('; ')

/** Joins tags into a phrase: subjects stand alone, and the type of photo comes before them. @param {string[]} tags */
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
  const { north, south, east, west } = map.compass
  const degrees = (value, plus, minus) => `${formatDecimal(Math.abs(value), 4)}° ${value < 0 ? minus : plus}`
  // A comma within the numbers would look like the one between them.
  return [degrees(latitude, north, south), degrees(longitude, east, west)].join(map.between)
}

/**
 * Describes a place by its city or the nearest one, with the country; by its coordinates while no city is known.
 *
 * @param {{latitude: number, longitude: number}} place @param {import('./map/world.js').World | null} all
 */
export function placeName(place, all) {
  const city = cityOf(all, place)
  if (!city) return placeText(place)
  const name = fill(map.city, { name: city.name, country: countryName(city.country) })
  if (city.isIn) return name
  return fill(city.km > FAR ? map.away : map.near, { name, km: formatNumber(Math.round(city.km / 10) * 10) })
}

/** Returns the name of a country in the language of the pages; the browser knows them. @param {string} code */
export const countryName = (code) => countries.of(code)

/** Counts photos and videos: `12 photos, 3 videos`. @param {number} count of both @param {number} [videos] of them */
export function countText(count, videos = 0) {
  const photos = count - videos
  return [photos > 0 || videos === 0 ? fill(texts.photos, { count: photos }) : '', videos > 0 ? fill(texts.videos, { count: videos }) : ''].filter(Boolean).join(', ')
}

/** Returns the URL of the page for a query. @param {string} query @param {string} [album] the album of these photos */
export const galleryPath = (query, album) => (query ? `/gallery?${new URLSearchParams({ q: query, ...(album && { album }) })}` : '/gallery')

/** Returns the URL of a photo within the results of a query. */
export function photoPath(id, query, at) {
  const given = { ...(query ? { q: query } : {}), ...(at === undefined ? {} : { at }) }
  return `/gallery/photo/${id}${Object.keys(given).length > 0 ? `?${new URLSearchParams(given)}` : ''}`
}
