import { capital, daysAgo, formatMonth } from '../format.js'
import { strings } from '../strings.js'

/**
 * Splits entries, newest first, into days and months.
 *
 * @template {{time: number}} Entry
 * @param {Entry[]} entries
 * @returns {{title: string, entries: Entry[]}[]}
 */
export function grouped(entries, now = new Date()) {
  const groups = []
  for (const entry of entries) {
    const title = titleOf(entry.time, now)
    if (groups.at(-1)?.title !== title) groups.push({ title, entries: [] })
    groups.at(-1).entries.push(entry)
  }
  return groups
}

function titleOf(time, now) {
  const { today, yesterday, week } = strings.history.days
  const days = daysAgo(time, now)
  if (days <= 0) return today
  if (days === 1) return yesterday
  return days < 7 ? week : capital(formatMonth(time))
}
