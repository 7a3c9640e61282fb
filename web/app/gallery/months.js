import { monthTitle } from './words.js'

/**
 * The months of what was found, as parts of the grid; one part without a title where photos are not in order of time.
 *
 * @param {{year: number, month: number, count: number}[]} months @param {number} total
 */
export function sectionsOf(months, total) {
  const known = months.reduce((sum, { count }) => sum + count, 0)
  if (known !== total) return total > 0 ? [{ title: null, count: total }] : []
  return months.filter(({ count }) => count > 0).map((month) => ({ title: monthTitle(month), count: month.count }))
}
