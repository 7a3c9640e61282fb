import { h } from '../dom.js'
import { fill, formatDate, formatNumber, machineDate } from '../format.js'
import { viewText } from '../rack/orientation.js'
import { strings } from '../strings.js'

const texts = strings.entry.parameters
const facts = { count: countFacts, rack: rackFacts, shelf: shelfFacts }

/**
 * Describes the parameters of a result in words.
 *
 * @param {{entry: object, result: object, photoCopy?: {width: number, height: number}}} record
 */
export function parameters({ entry, result, photoCopy }) {
  return h('section', { class: 'entry-parameters' },
    h('h2', {}, texts.title),
    h('dl', { class: 'facts' },
      [...general(entry, result, photoCopy), ...specific(entry)].map(([name, value]) => (
        h('div', {}, h('dt', {}, name), h('dd', {}, value))))),
    entry.parameters ? null : h('p', { class: 'hint' }, texts.unknown))
}

function general(entry, result, copy) {
  const models = [result.model?.detector, result.model?.embedder].filter(Boolean).join(', ')
  return [
    [texts.date, h('time', { datetime: machineDate(entry.time) }, formatDate(entry.time))],
    [texts.size, fill(texts.pixels, result)],
    copy && [texts.kept, fill(texts.copy, copy)],
    models && [texts.models, models],
  ].filter(Boolean)
}

function specific({ kind, parameters: options }) {
  if (!options) return []
  return facts[kind](options).filter(Boolean)
}

const atLeast = (value) => (value === undefined || value === null ? texts.automatic : fill(texts.atLeast, { value: formatNumber(value) }))

function shelfFacts({ confidence }) {
  return [[texts.confidence, atLeast(confidence)]]
}

function countFacts(options) {
  return [
    [texts.pipeline, texts.pipelines[options.pipeline] ?? options.pipeline],
    [texts.confidence, atLeast(options.confidence)],
    [texts.similarity, atLeast(options.similarity)],
    [texts.filters, texts.filtered[filtersOf(options)]],
    options.constants && [texts.constants, constantsText(options.constants)],
    [texts.border, texts.borders[options.border] ?? options.border],
    options.like && [texts.like, texts.likeText],
    (options.region || options.exclusions?.length > 0) && [texts.region, regionText(options)],
  ]
}

function filtersOf({ filtersSize, filtersAspect }) {
  if (filtersSize && filtersAspect) return 'both'
  if (filtersSize) return 'size'
  return filtersAspect ? 'aspect' : 'none'
}

function constantsText({ size, aspect, area, smallestGroup }) {
  const [bySize, byAspect, byArea] = [size, aspect, area].map((limit) => (limit === undefined ? texts.off : formatNumber(limit)))
  return fill(texts.constantsText, { size: bySize, aspect: byAspect, area: byArea, smallestGroup })
}

function regionText({ region, exclusions = [] }) {
  const left = exclusions.length > 0 ? fill(texts.exclusions, { count: exclusions.length }) : ''
  return [region && texts.regionText, left].filter(Boolean).join(' · ')
}

function rackFacts({ grid, looksTwice, maxDimension, view }) {
  return [
    [texts.grid, gridText(grid)],
    view && [texts.view, viewText(view)],
    looksTwice !== undefined && [texts.twice, looksTwice ? texts.yes : texts.no],
    maxDimension && [texts.maxDimension, fill(texts.maxDimensionText, { pixels: maxDimension })],
  ]
}

function gridText(grid) {
  const [, rows, cols] = /^(\d+)x(\d+)$/.exec(grid) ?? []
  if (rows) return fill(texts.grids.size, { rows, cols })
  const [, pixels] = /^tolerance:(.+)$/.exec(grid) ?? []
  return pixels ? fill(texts.grids.tolerance, { pixels }) : texts.grids.auto
}
