import { capital } from '../format.js'
import { strings } from '../strings.js'
import { monthsTitle } from './descriptions.js'

const texts = strings.gallery

/** Neighboring months with fewer photos than this share rows: otherwise most of the page would be empty. */
const FEW = 9

/**
 * Returns the results as sections of the grid: months, small ones merged; then photos without a date; then uncertain
 * matches. If only similarity decides the order, there is one section without a title.
 *
 * @param {{months: {year: number, month: number, count: number}[], isByTime: boolean}} timeline
 * @param {number} total @param {number} sure number of certain matches
 */
export function sectionsOf({ months, isByTime }, total, sure) {
  const known = months.reduce((sum, { count }) => sum + count, 0)
  // More photos were added during the request: the next update will include them.
  if (!isByTime || known > sure) return total > 0 ? [{ title: null, count: total }] : []
  return [...parts(months), { title: texts.undated, count: sure - known }, { title: texts.perhaps, count: total - sure }]
    .filter(({ count }) => count > 0)
}

function parts(months) {
  const found = []
  for (const month of months.filter(({ count }) => count > 0)) {
    const last = found.at(-1)
    if (last && last.count + month.count < FEW) Object.assign(last, { first: month, count: last.count + month.count })
    else found.push({ first: month, last: month, count: month.count })
  }
  return found.map(({ first, last, count }) => ({ title: capital(monthsTitle(first, last)), count }))
}
