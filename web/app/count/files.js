import { csv, tamed } from '../files.js'
import { fill, formatNumber } from '../format.js'
import { strings } from '../strings.js'
import { counts, isDoubtful, isEmpty, tally } from './corrections.js'
import { sumOf } from './groups.js'
import { rangeWords } from './doubts.js'
import { nameOf, thingsOf } from './names.js'
import { countedRegions, placeIn, regionTallies } from './regions.js'
import { measuresOf, sizesOf, told, unitOf } from './sizes.js'

/**
 * Exports a count as files.
 *
 * @param {import('./session.js').CountSession} session @returns {import('../result/exports.js').Exported}
 */
export function countFiles(session) {
  const corrected = () => correctedResult(session.result, session.corrections)
  const said = () => thingsOf(session, tally(session.result, session.corrections).count)
  const { sentence, text } = strings.count.export
  return {
    stem: 'counts', csv: () => tableOf(corrected()), json: corrected, name: () => nameOf(session), headline: said, facts: () => factsOf(session),
    sentence: () => (nameOf(session) ? fill(sentence, { things: said() }) : fill(text, tally(session.result, session.corrections))),
  }
}

/** Returns the groups, the range if it is useful, sizes, regions, and whether the user has corrected the result. */
function factsOf({ result, corrections }) {
  const all = tally(result, corrections)
  const [sizes, regions] = [sizesOf(result, corrections), countedRegions(result, corrections)]
  return [
    sumOf(result, corrections, all.count), rangeWords(all),
    !isEmpty(corrections) && fill(strings.entry.found, { count: formatNumber(result.count) }),
    sizes && fill(strings.count.sizes.medianOf, { length: told(sizes.spreads.length.median), width: told(sizes.spreads.width.median), unit: unitOf(result) }),
    regions.map(({ name, count }) => `${name}: ${formatNumber(count)}`).join(', '),
  ].filter(Boolean)
}

const columns = ['number', 'x', 'y', 'width', 'height', 'confidence', 'cluster', 'main', 'doubt']
const round = (value, places) => Math.round(value * 10 ** places) / 10 ** places

/** Returns a result with its corrections, for results that are not in the history. */
export function correctedResult(result, corrections) {
  const found = result.detections.map((one, index) => ({
    ...one, main: counts(result, corrections, index), doubt: isDoubtful(result, corrections, index) ? one.doubt : 0,
  }))
  const cluster = result.detections.find(({ main }) => main)?.cluster ?? 0
  const added = corrections.added.map(({ x, y, width, height }) => (
    { x, y, width, height, confidence: 1, cluster, main: true, doubt: 0, added: true }))
  const detections = [...found, ...added]
  const count = detections.filter(({ main }) => main).length
  return { ...result, detections, count, ...(result.regions && { regions: regionsOf(result, corrections, detections) }) }
}

function regionsOf(result, corrections, detections) {
  const { regions } = result.parameters
  const counted = detections.filter(({ main }) => main)
  return regionTallies(result, corrections).map(({ count, low, high }, place) => ({
    name: regions[place].name, count, range: { low, high },
    numbers: counted.flatMap((one, index) => (placeIn(regions, one) === place ? [index + 1] : [])),
  }))
}

/** Returns the table of a result, with the columns of the command line: counted things first. */
export function tableOf(result) {
  const { detections, parameters: { regions = [], measuring } } = result
  const hasRegions = regions.length > 0
  const ordered = [...detections.filter(({ main }) => main), ...detections.filter(({ main }) => !main)]
  const rows = ordered.map((one, index) => [
    index + 1, ...[one.x, one.y, one.width, one.height].map((value) => round(value, 1)), round(one.confidence, 3),
    one.cluster, one.main, round(one.doubt, 3), ...(hasRegions ? [tamed(regions[placeIn(regions, one)]?.name ?? '')] : []),
    ...(measuring ? sizeFields(result, one.size) : []),
  ])
  return csv([[...columns, ...(hasRegions ? ['region'] : []), ...(measuring ? sizeColumns(unitOf(result)) : [])], ...rows])
}

const sizeColumns = (unit) => [`length_${unit}`, `width_${unit}`, `diameter_${unit}`, `area_${unit}2`, 'color']

function sizeFields(result, size) {
  if (!size) return ['', '', '', '', '']
  const { length, width, diameter, area } = measuresOf(result, size)
  return [...[length, width, diameter, area].map((value) => Number(value.toPrecision(4))), size.color]
}
