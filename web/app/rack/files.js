import { fill } from '../format.js'
import { strings } from '../strings.js'
import { csvOf } from './csv.js'
import { boxTitle, summaryText, warningText } from './descriptions.js'

/**
 * Exports a box as files.
 *
 * @param {{box: import('./box.js').Box}} session @returns {import('../result/exports.js').Exported}
 */
export const rackFiles = (session) => ({
  stem: strings.rack.exports.vials, csv: () => csvOf(session.box), json: () => jsonOf(session.box),
  hint: session.box.hasWells ? strings.rack.table.hint : undefined, headline: () => summaryText(session.box), facts: () => factsOf(session.box),
})

function jsonOf({ rack, typed, corrections }) {
  return typed.length > 0 || corrections.rack ? { ...rack, corrections } : rack
}

function factsOf(box) {
  const code = box.corrections.rack ?? box.rack.rack
  return [boxTitle(box), code && fill(strings.entry.code, { code }), ...box.warnings.map((warning) => (
    [warningText(warning), warning.wells.map((id) => box.nameOf(id)).join(', ')].filter(Boolean).join(' ')))].filter(Boolean)
}
