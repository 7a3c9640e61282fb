/** Numbers, dates and names as people read them. */
import { language, locale } from './language.js'

const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' })
const dayAndTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' })
const number = new Intl.NumberFormat(locale)
const plurals = new Intl.PluralRules(language)

/** @param {number} value */
export const formatNumber = (value) => number.format(value)

/** With so many places. @param {number} value @param {number} places */
export const formatDecimal = (value, places) => (
  value.toLocaleString(locale, { minimumFractionDigits: places, maximumFractionDigits: places }))

/** @param {number} bytes */
export const formatSize = (bytes) => (
  bytes < 999_500 ? `${formatNumber(Math.ceil(bytes / 1_000))} KB` : `${formatNumber(Math.round(bytes / 1_000_000))} MB`)

/** @param {number} seconds since 1970 */
export const formatTime = (seconds) => time.format(seconds * 1000)

/** @param {number} seconds since 1970 */
export const formatDate = (seconds) => dayAndTime.format(seconds * 1000)

/** @param {number} seconds since 1970 */
export const formatMonth = (seconds) => month.format(seconds * 1000)

/** @param {number} seconds since 1970, for the `datetime` of an element */
export const machineDate = (seconds) => new Date(seconds * 1000).toISOString()

/**
 * How many days ago, by the calendar: yesterday is 1, even a minute after midnight.
 *
 * @param {number} seconds since 1970
 */
export function daysAgo(seconds, now = new Date()) {
  const midnight = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate())
  // Rounded, for some days have 23 hours.
  return Math.round((midnight(now) - midnight(new Date(seconds * 1000))) / 86_400_000)
}

/**
 * @param {number} count
 * @param {{one: string, other: string}} forms each with `#` where the number goes
 */
export const plural = (count, forms) => (forms[plurals.select(count)] ?? forms.other).replace('#', formatNumber(count))

/**
 * @param {string} text
 * @param {Record<string, string | number>} values for each `{name}` in the text
 */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole))

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1)
