/**
 * One photo of a table, as plain values that survive a reload.
 *
 * @typedef {object} Row
 * @property {number} key its position among the added photos
 * @property {string} name
 * @property {string} mark identifies the file if it is added again
 * @property {'waiting' | 'sending' | 'working' | 'done' | 'failed' | 'lost'} state
 * @property {object} wishes options for the photo
 * @property {string} [job] the ID of the job
 * @property {string} [photo] the server's ID; the work was requested too, but the server may not have received the
 *   request
 * @property {string} [title] the title of the resulting entry
 * @property {{width: number, height: number}} [size]
 * @property {string} [entry] in the history
 * @property {string} [thumbnail]
 * @property {number} [count]
 * @property {number} [low]
 * @property {number} [high]
 * @property {string[]} [warnings]
 * @property {string} [recipe]
 * @property {boolean} [again] whether it is to be counted with other wishes than its result
 * @property {boolean} [corrected]
 * @property {string} [problem] why it failed, as a message for the user
 */

/** Returns a key that identifies a file well enough: same name, size and time means a copy. @param {File} file */
export const markOf = ({ name, size, lastModified }) => `${name}|${size}|${lastModified}`

/** @param {File} file @param {number} key @param {object} wishes @returns {Row} */
export function newRow(file, key, wishes) {
  return { key, name: file.name, mark: markOf(file), state: 'waiting', wishes }
}

/** Whether the result needs a look. @param {Row} row */
export const isDoubtful = ({ state, warnings = [] }) => state === 'done' && warnings.length > 0

/**
 * Fills in a row when its work is done, or after a correction.
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

/** The warnings. Those of a rack also have places, which the photo's page shows. */
function warningsOf({ warnings = [] }) {
  return [...new Set(warnings.map((one) => one.kind ?? one))]
}

/** Returns the URL of its result page, with a way back. @param {Row} row @param {string} page @param {string} batch */
export function addressOf({ entry, job }, page, batch) {
  return `/${page}?${new URLSearchParams({ ...(entry ? { entry } : { job }), batch })}`
}
