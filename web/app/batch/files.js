import { csv, datedName, saveText, tamed } from '../files.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'

const texts = strings.batch
const stems = { count: 'counts', rack: 'vials', shelf: 'books' }
const withRange = ['count', 'low', 'high', 'recipe']
/** The columns after the file name, by page; only counts have a recipe and a range. */
const columns = { count: withRange, rack: ['count'], shelf: ['count'] }

/** @param {import('./queue.js').BatchQueue} queue */
export function saveTable(queue) {
  saveText(tableOf(queue), 'text/csv', `${nameOf(queue)}.csv`)
}

/** @param {import('./queue.js').BatchQueue} queue */
export function saveJSON(queue) {
  saveText(`${JSON.stringify(valuesOf(queue), null, 2)}\n`, 'application/json', `${nameOf(queue)}.json`)
}

const nameOf = ({ page }) => datedName(stems[page], new Date())

/** Returns a line for each photo, and one for the total. */
export function tableOf({ page, rows, totals }) {
  const own = columns[page]
  const lines = rows.map((row) => [
    tamed(row.name), ...own.map((name) => tamed(valueOf(row, name))), row.state === 'done' && row.corrected ? 'true' : 'false',
    (row.warnings ?? []).join(' '), tamed(problemOf(row)),
  ])
  const sum = { ...totals, state: 'done' }
  const failed = totals.failed > 0 ? fill(texts.status.failed, { failed: totals.failed, all: totals.all }) : ''
  return csv([
    ['file', ...own, 'corrected', 'warnings', 'problem'], ...lines,
    ['total', ...own.map((name) => valueOf(sum, name)), '', '', failed],
  ])
}

/** Empty if unknown: 0 would be a count. */
const valueOf = (row, name) => (row.state === 'done' ? String(row[name] ?? '') : '')

/** The reason why a photo is not part of the total. */
const problemOf = ({ state, problem }) => (state === 'done' ? '' : problem ?? texts.waitingIn)

/** Returns the same as values, with the total as in `espy count --json`. */
export function valuesOf({ page, rows, totals }) {
  const { all, done, failed, count, low, high } = totals
  const spread = (row) => (page === 'count' ? { range: { low: row.low, high: row.high } } : {})
  const photos = rows.map((row) => {
    const { name, state, entry, recipe, corrected, warnings } = row
    if (state !== 'done') return { file: name, problem: problemOf(row) }
    return { file: name, count: row.count, ...spread(row), recipe, corrected, warnings, entry }
  })
  return { photos, total: { given: all, photos: done, failed, count, ...spread({ low, high }) } }
}
