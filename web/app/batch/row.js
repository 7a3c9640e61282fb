/**
 * One photo of a table, as plain values, so that it can be kept over a reload.
 *
 * @typedef {object} Row
 * @property {number} key its place among those that were given
 * @property {string} name
 * @property {string} mark by which the same file is known when it is given again
 * @property {'waiting' | 'sending' | 'working' | 'done' | 'failed' | 'lost'} state
 * @property {object} wishes what is asked for beside the photo
 * @property {string} [job] that does the work
 * @property {string} [photo] as the server calls it; it was asked for the work as well, but whether it heard that may not be known
 * @property {string} [title] of the entry that will come of it
 * @property {{width: number, height: number}} [size]
 * @property {string} [entry] of the history
 * @property {string} [thumbnail]
 * @property {number} [count]
 * @property {number} [low]
 * @property {number} [high]
 * @property {string[]} [warnings]
 * @property {string} [recipe]
 * @property {boolean} [corrected]
 * @property {string} [problem] why it failed, for a person
 */

/** What tells files apart well enough: two of this name, size and time are copies. @param {File} file */
export const markOf = ({ name, size, lastModified }) => `${name}|${size}|${lastModified}`

/** @param {File} file @param {number} key @param {object} wishes @returns {Row} */
export function newRow(file, key, wishes) {
  return { key, name: file.name, mark: markOf(file), state: 'waiting', wishes }
}

/** Whether a person should look at what came out. @param {Row} row */
export const isDoubtful = ({ state, warnings = [] }) => state === 'done' && warnings.length > 0

/**
 * What is known of a photo when its work is done, or when it was corrected since.
 *
 * @param {Row} row @param {{id?: string, entry?: object | null, result?: object}} found a job, or a record of the history
 */
export function settle(row, { entry, result }) {
  const count = entry?.count ?? countOf(result)
  const { low, high } = entry?.range ?? (entry?.corrected ? null : result?.range) ?? { low: count, high: count }
  Object.assign(row, { state: 'done', count, low, high, corrected: entry?.corrected ?? false })
  if (entry) Object.assign(row, { entry: entry.id, thumbnail: entry.thumbnail })
  if (result) Object.assign(row, { warnings: warningsOf(result), recipe: result.recipe?.name ?? result.recipes?.map(({ name }) => name).join(', ') })
  delete row.problem
}

const countOf = ({ count, vials, spines }) => count ?? (vials ?? spines ?? []).length

/** Those of a rack have places, too, which the page of the photo tells. */
function warningsOf({ warnings = [] }) {
  return [...new Set(warnings.map((one) => one.kind ?? one))]
}

/** The page of its result, from which there is a way back. @param {Row} row @param {string} page @param {string} batch */
export function addressOf({ entry, job }, page, batch) {
  return `/${page}?${new URLSearchParams({ ...(entry ? { entry } : { job }), batch })}`
}
