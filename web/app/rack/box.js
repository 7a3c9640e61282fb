import { fill } from '../format.js'
import { FLAWS } from '../result/flaws.js'
import { strings } from '../strings.js'

/**
 * @typedef {object} Well
 * @property {string} id of the well, or of a code outside the box
 * @property {number} row from 0
 * @property {number} col from 0
 * @property {string} name `B7`; `No. 12` where the well is unknown; empty for a code outside the box
 * @property {'read' | 'typed' | 'unread' | 'uncoded' | 'empty' | 'outside' | 'none'} status
 * @property {string} value empty if there is none
 * @property {number} index of its value among all values, row by row from 1; 0 if there is none
 * @property {string[]} others names of the wells with the same value
 * @property {number} x where its content was found
 * @property {number} y
 * @property {object} [code] the code that was read there, even if another value was typed in since
 */

/** A box as it was read, with the values typed in. Immutable: typing returns a new one. */
export class Box {
  /**
   * @param {object} rack as the server gives it
   * @param {{values?: {row: number, col: number, value: string}[], rack?: string}} [corrections]
   */
  constructor(rack, corrections = {}) {
    this.rack = rack
    this.typed = corrections.values ?? []
    /** The box's own code, if known. */
    this.code = corrections.rack ?? rack.rack
    this.corrections = corrections.rack === undefined ? { values: this.typed } : { values: this.typed, rack: corrections.rack }
    this.rows = rack.rows
    this.cols = rack.cols
    /** @type {Well[]} row by row */
    this.wells = wellsOf(rack, this.typed, this.hasWells)
    /** @type {Well[]} */
    this.outside = rack.outside.map((code, index) => ({
      id: `outside-${index + 1}`, row: -1, col: -1, name: '', status: 'outside', value: code.value, index: 0, others: [],
      x: code.x, y: code.y, code,
    }))
    this.all = [...this.wells, ...this.outside]
    this.#byId = new Map(this.all.map((well) => [well.id, well]))
    this.#byPlace = new Map(this.wells.map((well) => [keyOf(well), well]))
  }

  #byId
  #byPlace

  /** Whether positions are rows and columns rather than named. */
  get isGrid() {
    return this.isOrdered && this.rack.layout !== 'named'
  }

  /** Whether codes have positions, and not only a reading order. */
  get isOrdered() {
    return this.rack.layout !== 'unordered'
  }

  /** Whether it is known which well each code is in. */
  get hasWells() {
    return this.isOrdered && !this.rack.warnings.some(({ kind }) => kind === 'originUnknown')
  }

  /** Returns the id of the well at a position. @param {{row: number, col: number}} place */
  idOf(place) {
    return this.#byPlace.get(keyOf(place))?.id ?? wellName(place.row, place.col)
  }

  /** Returns the name of a well as it is shown. @param {string} id */
  nameOf(id) {
    return this.#byId.get(id)?.name ?? id
  }

  /** @param {string | null} id @returns {Well | undefined} */
  well(id) {
    return this.#byId.get(id)
  }

  /** @param {number} row @param {number} col */
  at(row, col) {
    return this.#byPlace.get(keyOf({ row, col }))
  }

  /** Number of wells in each state. Where the box begins is needed to know what is empty. @returns {Record<string, number>} */
  get tally() {
    const counts = {}
    for (const { status } of this.all) if (status !== 'empty' || this.hasWells) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }

  get isEmpty() {
    return this.rack.vials.length === 0 && this.outside.length === 0
  }

  /** Whether a value can be typed into the well: the server accepts none where it found no cell. */
  canType(well) {
    return well !== undefined && well.status !== 'outside' && well.status !== 'none'
  }

  /** Returns the box with one more value typed in, or with null, one less. */
  typing({ row, col }, value) {
    const rest = this.typed.filter((each) => each.row !== row || each.col !== col)
    return new Box(this.rack, { ...this.corrections, values: value === null ? rest : [...rest, { row, col, value }] })
  }

  /** Returns the box with another box code. @param {string} rack */
  coded(rack) {
    return new Box(this.rack, { ...this.corrections, rack })
  }

  /** Returns the names of the other wells that have this value. */
  placesOf(value, except) {
    return this.wells.filter((well) => well.value === value && well.id !== except.id).map(({ name }) => name)
  }

  /** Returns the next well after this one that should have a value and has none, wrapping around. */
  nextWithoutValue(id) {
    const open = this.wells.filter(({ status }) => status === 'unread' || status === 'uncoded')
    // Codes that could not be read matter more than tubes without a code.
    const wanted = open.some(({ status }) => status === 'unread') ? open.filter(({ status }) => status === 'unread') : open
    const from = this.wells.findIndex((well) => well.id === id)
    return wanted.find((well) => this.wells.indexOf(well) > from) ?? wanted[0]
  }

  /**
   * The warnings, with the values typed in taken into account.
   *
   * @returns {{kind: string, value?: string, wells: string[], part?: number, parts?: number, outside?: string}[]}
   *   `wells` are ids, and `outside` is the id of a code
   */
  get warnings() {
    // A code that was replaced by a typed value needs no warning.
    const isGone = ({ kind, places }) => ['partOfSeveral', 'readerProgramming'].includes(kind)
      && places.some(({ row, col }) => this.at(row, col)?.status === 'typed')
      || FLAWS.includes(kind) && this.wells.every(({ status }) => ['read', 'typed'].includes(status))
    const found = this.rack.warnings
      .filter(({ kind }) => !['unread', 'outsidePhoto', 'covered', 'duplicate'].includes(kind)).filter((warning) => !isGone(warning))
      // Without rows and columns there is no first well that a photo could show.
      .filter(({ kind }) => this.isOrdered || kind !== 'originUnknown')
    const reasonOf = ({ row, col }) => this.rack.warnings
      .find(({ kind, places }) => ['outsidePhoto', 'covered'].includes(kind) && places.some((place) => place.row === row && place.col === col))
      ?.kind ?? 'unread'
    const uncoded = this.wells.filter(({ status }) => status === 'uncoded')
    const open = this.wells.filter(({ status }) => status === 'unread')
    const named = found.map(({ kind, value, places, part, parts }) => ({
      kind, value, part, parts, wells: places.map((place) => this.idOf(place)),
      outside: places.length === 0 ? this.outside.find((code) => code.value === value)?.id : undefined,
    }))
    for (const kind of ['covered', 'outsidePhoto', 'unread']) {
      const wells = open.filter((well) => reasonOf(well) === kind).map(({ id }) => id)
      if (wells.length > 0) named.unshift({ kind, wells })
    }
    if (uncoded.length > 0) named.push({ kind: 'uncoded', wells: uncoded.map(({ id }) => id) })
    return [...named, ...duplicatesOf(this.wells)]
  }

  /** The ids of all wells and codes that a warning is about, row by row. */
  get toCheck() {
    const ids = new Set(this.warnings.flatMap(({ wells, outside }) => (outside ? [...wells, outside] : wells)))
    return this.all.map(({ id }) => id).filter((id) => ids.has(id))
  }

  /** Whether the photo does not show where the box begins, so that wells are unknown. */
  get isUnplaced() {
    return this.isGrid && !this.hasWells
  }

  /** Whether the number of rows and columns, or where they begin, may be wrong. */
  get isSizeDoubtful() {
    const doubts = ['originUnknown', 'cornersDoNotFit', 'largerThanGiven', 'noLattice', 'fewCodes', 'cellTaken', 'movedToNeighbor']
    return this.rack.warnings.some(({ kind }) => doubts.includes(kind))
  }

  /** Whether no value is missing or in doubt. A tube without a code is not missing one, but may be worth a look. */
  get isComplete() {
    return !this.isEmpty && this.warnings.every(({ kind }) => ['outsideGrid', 'uncoded'].includes(kind))
  }

  /** The part of the photo with the box and a small margin; null if its outline was not found. */
  get place() {
    const { outline, width, height } = this.rack
    if (!outline) return null
    const corners = Object.values(outline)
    const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
    const rim = this.pitch / 2
    const [left, top] = [Math.max(0, Math.min(...xs) - rim), Math.max(0, Math.min(...ys) - rim)]
    const [right, bottom] = [Math.min(width, Math.max(...xs) + rim), Math.min(height, Math.max(...ys) + rim)]
    return { x: left, y: top, width: right - left, height: bottom - top }
  }

  /** Approximate distance between wells, in pixels of the photo. */
  get pitch() {
    const { outline } = this.rack
    if (outline && this.rows > 0 && this.cols > 0) {
      const { topLeft, topRight, bottomLeft } = outline
      return Math.min(distance(topLeft, topRight) / this.cols, distance(topLeft, bottomLeft) / this.rows)
    }
    return 2 * this.codeSide
  }

  /** Typical side of a code, in pixels of the photo. */
  get codeSide() {
    const sides = this.rack.vials.map(({ corners }) => distance(corners.topLeft, corners.topRight)).sort((a, b) => a - b)
    return sides[Math.floor(sides.length / 2)] ?? 20
  }
}

/** Returns the name used in laboratories: A1 is row 0, column 0; row 26 is AA. */
export function wellName(row, col) {
  let letters = ''
  for (let rest = row; rest >= 0; rest = Math.floor(rest / 26) - 1) letters = String.fromCharCode(65 + (rest % 26)) + letters
  return `${letters}${col + 1}`
}

const keyOf = ({ row, col }) => row * 4096 + col

/** @param {object} rack @returns {Well[]} */
function wellsOf(rack, typed, hasWells) {
  const codes = new Map(rack.vials.map((vial) => [keyOf(vial), vial]))
  const byHand = new Map(typed.map((each) => [keyOf(each), each.value]))
  const places = new Map()
  let [count, nameless] = [0, 0]
  const nameOf = (cell, value) => {
    if (hasWells) return cell.name
    return value ? fill(strings.rack.image.counted, { number: count }) : cell.status === 'empty' ? '' : `?${nameless += 1}`
  }
  const wells = rack.cells.map((cell) => {
    const code = codes.get(keyOf(cell))
    const hand = byHand.get(keyOf(cell))
    const value = hand ?? code?.value ?? ''
    if (value) count += 1
    const well = {
      id: cell.name, row: cell.row, col: cell.col, name: nameOf(cell, value), x: cell.x, y: cell.y, code, value,
      status: hand === undefined ? cell.status : 'typed', index: value ? count : 0, others: [],
    }
    if (value) places.set(value, [...places.get(value) ?? [], well.name])
    return well
  })
  for (const well of wells) if (well.value) well.others = places.get(well.value).filter((name) => name !== well.name)
  return wells
}

function duplicatesOf(wells) {
  const seen = new Set()
  return wells.filter(({ value, others }) => others.length > 0 && !seen.has(value) && seen.add(value))
    .map(({ value }) => ({ kind: 'duplicate', value, wells: wells.filter((well) => well.value === value).map(({ id }) => id) }))
}

const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y)
