import { locale } from '../language.js'
import { counts } from './corrections.js'

/** @typedef {{median: number, least: number, most: number}} Spread */
/** @typedef {{from: number, step: number, counts: number[]}} Histogram */

export const UNITS = ['mm', 'cm', 'm', 'in', 'um']

/** Returns the unit of lengths in a result. */
export const unitOf = (result) => result.scale?.unit ?? 'px'

const perUnit = (result) => result.scale?.pixelsPerUnit ?? 1

/** Returns length, width, diameter and area of a measured thing, in the unit of the result. */
export function measuresOf(result, { length, width, diameter, area }) {
  const pixels = perUnit(result)
  return { length: length / pixels, width: width / pixels, diameter: diameter / pixels, area: area / pixels ** 2 }
}

/**
 * Returns the sizes of the things that count after all corrections.
 * @returns {{measured: number, spreads: Record<string, Spread>, histogram: Histogram} | null} null if none was measured
 */
export function sizesOf(result, corrections) {
  const known = result.detections
    .filter(({ size }, index) => size && counts(result, corrections, index)).map(({ size }) => measuresOf(result, size))
  if (known.length === 0) return null
  const names = Object.keys(known[0])
  const spreads = Object.fromEntries(names.map((name) => [name, spreadOf(known.map((one) => one[name]))]))
  return { measured: known.length, spreads, histogram: histogramOf(known.map(({ length }) => length)) }
}

function spreadOf(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const median = sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  return { median, least: sorted[0], most: sorted.at(-1) }
}

/** About eight bins, 1, 2 or 5 times a power of ten wide, as on the server. */
export function histogramOf(values) {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const width = Math.max(most - least, Math.abs(most) * 0.01, 1e-9) / 8
  const power = 10 ** Math.floor(Math.log10(width))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= width)
  const first = Math.floor(least / step)
  const bins = new Array(Math.floor(most / step) - first + 1).fill(0)
  for (const value of values) bins[Math.floor(value / step) - first] += 1
  return { from: first * step, step, counts: bins }
}

/** Rounds to three significant digits. @param {number} value */
export function told(value) {
  const places = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3
  return Number(value.toFixed(places)).toLocaleString(locale, { useGrouping: false })
}
