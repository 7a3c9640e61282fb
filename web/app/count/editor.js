import { announce } from '../announce.js'
import { fill } from '../format.js'
import { tick } from '../gestures/haptics.js'
import { boxAround, inside } from '../result/boxes.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { adding, counts, dropping, moving, settling } from './corrections.js'
import { countingGroups, exampleOf, finerSimilarity, groupsOf, isWholeGroup, mainGroup, uncountedGroup } from './groups.js'
import { keyOf, placeOf } from './marks.js'
import { modes } from './modes.js'
import { freeName } from './regions.js'
import { isSameBox, isSameThing } from './sameness.js'

const texts = strings.count.modes

/** Applies taps, drawn boxes and drawn shapes to a count, depending on the mode. */
export class Editor {
  /** @param {import('./session.js').CountSession} session @param {import('../viewer/viewer.js').PhotoViewer} viewer */
  constructor(session, viewer) {
    this.session = session
    this.viewer = viewer
    this.mode = 'select'
    /** The added box of the last change: moving it further belongs to the same undo step. */
    this.touched = null
    /** The purpose of the next drawn shape, if it differs from the mode: `grid` or `line`. */
    this.shape = null
    viewer.on('tap', (tap) => this.tap(tap))
    viewer.on('box', (box) => this.draw(box))
    viewer.on('region', (corners) => this.enclose(corners))
    viewer.on('change', ({ id, box }) => this.move(id, box))
  }

  /** @param {string} name of the mode */
  setMode(name) {
    this.mode = name
    this.shape = null
    this.viewer.setMode(modes.find((mode) => mode.name === name).viewer)
  }

  tap({ x, y, id }) {
    if (this.mode === 'add') this.addAt(x, y, id)
    else if (this.mode === 'remove' && id !== null) this.toggle(id)
    else if (this.mode === 'like' && id !== null) this.like(id)
  }

  draw(box) {
    const photo = this.session.result
    const part = inside(box, photo)
    if (!part) return
    if (this.mode !== 'like') return this.add(part)
    // A found thing counts with its group, as if it was tapped.
    const found = photo.detections.findIndex((one) => isSameThing(one, part))
    if (found >= 0) return this.like(`d${found}`)
    this.session.recount({ like: part, alsoLike: null, unlike: null })
  }

  enclose(corners) {
    if (this.shape?.grid) return this.layGrid(corners)
    if (this.shape?.line) return this.shape.line(corners)
    if (this.mode === 'region') return this.divide(corners)
    const { exclusions = [] } = this.session.now.order.options
    this.session.recount({ exclusions: [...exclusions, corners] })
  }

  /** Adds a region. Only things in regions count, separately for each. */
  divide(corners) {
    const { regions = [] } = this.session.result.parameters
    const part = { name: freeName(regions), corners: corners.map(([x, y]) => ({ x, y })) }
    this.session.recount({ regions: [...regions, part], regionGrid: null })
  }

  layGrid(corners) {
    if (corners.length !== 4) return announce(texts.fourCorners)
    this.session.recount({ regions: null, regionGrid: { ...this.shape.grid, within: corners } })
  }

  /** Counts the uncounted thing at this position if there is one; otherwise adds a box. */
  addAt(x, y, id) {
    const index = placeOf(id)
    if (index !== null && !this.countsAt(index)) return this.resolve(id, true)
    if (keyOf(id) !== null) return
    if (index !== null) return announce(texts.already)
    const { result } = this.session
    const counted = result.detections.filter((_, place) => this.countsAt(place))
    const known = counted.length > 0 ? counted : result.detections
    this.add(boxAround(x, y, [...known, ...this.session.corrections.added], result))
  }

  add(box) {
    this.session.correct(adding(this.session.corrections, box))
    const { key } = this.session.corrections.added.at(-1)
    this.viewer.select(`a${key}`)
    tick()
    announce(fill(texts.added, { count: this.session.tally.count }))
  }

  move(id, box) {
    const key = keyOf(id)
    const next = moving(this.session.corrections, key, inside(box, this.session.result) ?? box)
    if (this.touched === id) this.session.amend(next)
    else this.session.correct(next)
    this.touched = id
  }

  /** Removes a counted thing, or restores it. */
  toggle(id) {
    const index = placeOf(id)
    this.resolve(id, index !== null && !this.countsAt(index))
  }

  /** @param {string} id @param {boolean} isIn whether it counts from now on */
  resolve(id, isIn) {
    const { corrections } = this.session
    const key = keyOf(id)
    this.touched = null
    tick()
    this.session.correct(key === null ? settling(corrections, placeOf(id), isIn) : dropping(corrections, key))
    announce(fill(isIn ? texts.added : texts.removed, { count: this.session.tally.count }))
  }

  /** Counts things that look like a mark: its group if that is not counted, otherwise by example. */
  like(id) {
    const group = uncountedGroup(this.session.result, placeOf(id))
    if (group !== undefined) return this.session.choose([group], 'like')
    if (this.isFiner(id)) return this.countKinds(id, 'like')
    if (isWholeGroup(this.session.result, placeOf(id))) return toast(strings.count.result.unchanged)
    this.session.recount({ like: this.viewer.marks.boxOf(id), alsoLike: null, unlike: null })
  }

  /** Whether a thing counts, and its group can be divided into kinds. */
  isFiner(id) { return finerSimilarity(this.session.result) !== undefined && this.session.result.detections[placeOf(id)]?.main }

  /**
   * Divides the counted group into kinds, and counts the one of a thing, or the others.
   *
   * @param {'like' | 'unlike'} shown
   */
  countKinds(id, shown) {
    const before = this.session.result
    const { cluster: _, main: __, ...box } = before.detections[placeOf(id)]
    const counted = before.detections.filter(({ main }) => main)
    return this.session.recount({ similarity: finerSimilarity(before) }, (moment) => {
      const members = moment.result.detections.filter((one) => counted.some((other) => isSameBox(one, other)))
      const own = moment.result.detections.find((one) => isSameBox(one, box))?.cluster
      const kinds = new Set(members.map(({ cluster }) => cluster))
      const groups = [...kinds].filter((kind) => (kind === own) === (shown === 'like'))
      if (groups.length === 0) return { ...moment, shown }
      return { ...moment, order: { ...moment.order, groups }, result: countingGroups(moment.result, groups), shown }
    })
  }

  /** Excludes things that look like a mark; one of the counted things becomes the example. */
  unlike(id) {
    const { result, now: { order: { options } } } = this.session
    const rest = isWholeGroup(result, placeOf(id)) && groupsOf(result).find(({ id: group }) => group !== result.detections[placeOf(id)].cluster)
    if (rest) return this.session.choose([rest.id], 'unlike')
    if (this.isFiner(id)) return this.countKinds(id, 'unlike')
    const isOneKind = result.parameters.pipeline === 'adaptive' && !options.like && !result.recipes && result.detections[placeOf(id)]?.main
    if (!isOneKind) return this.excludeByExample(id)
    this.session.correct(settling(this.session.corrections, placeOf(id), false))
    toast(texts.alike, { action: { label: texts.excludeMore, run: () => this.excludeByExample(id) } })
  }

  /** Excludes things that look like a mark, as far as the search by example distinguishes them. */
  excludeByExample(id) {
    const { result, now: { order: { options } } } = this.session
    const like = options.like ?? exampleOf(result, mainGroup(result))
    const { x, y, width, height } = like
    const box = this.viewer.marks.boxOf(id)
    return this.session.recount({ like: { x, y, width, height }, unlike: [...(options.unlike ?? []), box] }, (moment) => {
      // This one does not count, whatever else it resembles.
      const kept = moment.result.detections.flatMap((one, place) => (one.main && isSameThing(one, box) ? [place] : []))
      return { ...moment, corrections: kept.reduce((all, place) => settling(all, place, false), moment.corrections), shown: 'unlike' }
    })
  }

  countsAt(index) {
    return counts(this.session.result, this.session.corrections, index)
  }
}
