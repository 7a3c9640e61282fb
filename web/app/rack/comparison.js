import { fill, formatDate } from '../format.js'
import { strings } from '../strings.js'

const texts = strings.rack.compare

/** All kinds of differences, each with a sign and a style; `same` is for a value that is where it should be. */
export const kinds = ['moved', 'missing', 'new', 'twice', 'elsewhere', 'unread']

/**
 * The differences between a box and its reference.
 *
 * @typedef {object} Difference
 * @property {string} kind one of {@link kinds}
 * @property {string} [value]
 * @property {string[]} expected wells where it should be
 * @property {string[]} found wells where it is
 * @property {string} name of the well to look at
 * @property {string} text in words
 */
export class Comparison {
  /** @param {object} answer of the server @param {import('./box.js').Box} box the one compared */
  constructor({ reference, before, comparison }, box) {
    this.reference = reference
    this.before = before
    this.agreeing = comparison.agreeing
    this.notes = comparison.notes
    /** @type {Difference[]} */
    this.differences = comparison.differences.map((each) => {
      const [expected, found] = [each.expected, each.found].map((places) => places.map((place) => box.idOf(place)))
      const names = found.map((id) => box.nameOf(id))
      return { ...each, expected, found, name: names[0] ?? expected[0], text: textOf({ ...each, expected, found: names }) }
    })
    this.#inside = byWell(this.differences, 'found')
    this.#expected = byWell(this.differences, 'expected')
  }

  #inside
  #expected

  /** Returns the difference at a well of the actual box, or undefined. @param {string} well */
  now(well) {
    return this.#inside.get(well) ?? this.#missing(well)
  }

  /** Returns what happened to the value of a well in the reference. @param {string} well */
  then(well) {
    return this.#expected.get(well)
  }

  /** Returns the missing value at a well that has no other difference. */
  #missing(well) {
    const found = this.#expected.get(well)
    return found && found.found.length === 0 ? found : undefined
  }

  /** Returns the well to look at. @param {Difference} difference */
  static place({ expected, found }) {
    return found[0] ?? expected[0]
  }

  /** Number of differences of each kind. @returns {Record<string, number>} */
  get tally() {
    const counts = {}
    for (const { kind } of this.differences) counts[kind] = (counts[kind] ?? 0) + 1
    return counts
  }

  /** The reference, in words. */
  get title() {
    const { kind, name, rack, time } = this.reference
    const what = [rack, name].filter(Boolean).join(', ') || texts.list
    return kind === 'list' ? fill(texts.with, { what }) : fill(texts.withScan, { what, date: formatDate(time) })
  }
}

function byWell(differences, side) {
  const wells = new Map()
  for (const difference of differences) for (const well of difference[side]) wells.set(well, difference)
  return wells
}

function textOf({ kind, value, expected, found, elsewhere }) {
  const parts = { value: value ?? '', expected: expected.join(', '), found: found.join(', ') }
  const text = fill(value === undefined ? texts.unreadBare : texts.differences[kind], parts)
  if (!elsewhere) return text
  return `${text} ${fill(texts.also, { rack: elsewhere.rack ?? texts.otherBox, well: elsewhere.well })}`
}
