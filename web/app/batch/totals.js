import { helps } from '../count/doubts.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'

/**
 * Adds up a table. The range of the sum goes from the sum of the lowest to the sum of the highest counts, as on the
 * command line.
 *
 * @param {import('./row.js').Row[]} rows
 */
export function totalsOf(rows) {
  const totals = { all: rows.length, done: 0, failed: 0, lost: 0, count: 0, low: 0, high: 0 }
  for (const { state, count, low, high } of rows) {
    if (state in totals) totals[state] += 1
    if (state !== 'done') continue
    totals.count += count
    totals.low += low
    totals.high += high
  }
  return totals
}

/** Returns the range of a number; nothing if it is too wide to help. @param {{count: number, low: number, high: number}} range */
export const rangeText = ({ count, low, high }) => {
  if (low === high) return String(low)
  return helps({ count, low, high }) ? fill(strings.batch.range, { low, high }) : strings.batch.uncertain
}
