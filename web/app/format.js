/** Formats numbers, dates and names for the user's language. */
import { language, locale } from './language.js'
import { strings } from './strings.js'

const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' })
const dayAndTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long' })
const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' })
const number = new Intl.NumberFormat(locale)
const percent = new Intl.NumberFormat(locale, { style: 'percent' })
const plurals = new Intl.PluralRules(language)

/** @param {number} value */
export const formatNumber = (value) => number.format(value)

/** With a fixed number of decimals. @param {number} value @param {number} places */
export const formatDecimal = (value, places) => (
  value.toLocaleString(locale, { minimumFractionDigits: places, maximumFractionDigits: places }))

/** @param {number} share from 0 to 1 */
export const formatPercent = (share) => percent.format(share)

/** @param {number} bytes */
export function formatSize(bytes) {
  if (bytes < 999_500) return `${formatNumber(Math.max(1, Math.round(bytes / 1000)))} kB`
  const megabytes = bytes / 1e6
  return `${formatNumber(megabytes < 10 ? Math.round(megabytes * 10) / 10 : Math.round(megabytes))} MB`
}

/** @param {number} seconds since 1970 */
export const formatTime = (seconds) => time.format(seconds * 1000)

/** @param {number} seconds since 1970 */
export const formatDate = (seconds) => dayAndTime.format(seconds * 1000)

/** With the time zone, for reports that are read elsewhere. @param {number} seconds since 1970 */
export const formatMoment = (seconds) => moment.format(seconds * 1000)

/** @param {number} seconds since 1970 */
export const formatMonth = (seconds) => month.format(seconds * 1000)

/** A length of time: `1:05`, `1:02:03`. @param {number} seconds */
export function formatClock(seconds) {
  // Even the shortest film has a length.
  const whole = Math.max(Math.round(seconds), Math.sign(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** @param {number} seconds since 1970, for the `datetime` of an element */
export const machineDate = (seconds) => new Date(seconds * 1000).toISOString()

/**
 * Returns how many calendar days ago: yesterday is 1, even a minute after midnight.
 *
 * @param {number} seconds since 1970
 */
export function daysAgo(seconds, now = new Date()) {
  const midnight = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate())
  // Rounded, because some days have 23 hours.
  return Math.round((midnight(now) - midnight(new Date(seconds * 1000))) / 86_400_000)
}

/**
 * Fills values into a text. `count` selects the singular or plural form, and is formatted as a number; `{things}` and
 * other shared words are inserted in the same form.
 *
 * @param {string | {one: string, other: string}} text
 * @param {Record<string, string | number>} values for each `{name}` in the text
 * @returns {string}
 */
export function fill(text, values) {
  const { count } = values
  const form = typeof text === 'string' ? text : text[plurals.select(count)] ?? text.other
  return form.replace(/\{(\w+)\}/g, (whole, name) => {
    if (name === 'count' && typeof count === 'number') return formatNumber(count)
    return String(values[name] ?? (name in strings.words ? fill(strings.words[name], { count }) : whole))
  })
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1)
