import { capital } from '../format.js'
import { monthsTitle } from './descriptions.js'

/** Neighboring months with fewer photos than this share their rows: else most of the page would be empty. */
const FEW = 9

/**
 * The months of what was found, as parts of the grid, those with few photos together; one part without a title where
 * photos are not in order of time.
 *
 * @param {{year: number, month: number, count: number}[]} months @param {number} total
 */
export function sectionsOf(months, total) {
  const known = months.reduce((sum, { count }) => sum + count, 0)
  if (known !== total) return total > 0 ? [{ title: null, count: total }] : []
  const parts = []
  for (const month of months.filter(({ count }) => count > 0)) {
    const last = parts.at(-1)
    if (last && last.count + month.count < FEW) Object.assign(last, { first: month, count: last.count + month.count })
    else parts.push({ first: month, last: month, count: month.count })
  }
  return parts.map(({ first, last, count }) => ({ title: capital(monthsTitle(first, last)), count }))
}
