import { h, uniqueId } from '../dom.js'
import { fill, formatPercent } from '../format.js'
import { strings } from '../strings.js'
import { BoxTool } from './box-tool.js'
import { EditTool } from './edit-tool.js'
import { Framing } from './framing.js'
import { Gestures, listenToWheel } from './gestures.js'
import { listenToKeys } from './keyboard.js'
import { MarkPainter } from './mark-painter.js'
import { Marks } from './marks.js'
import { PhotoView } from './photo-view.js'
import { RegionTool } from './region-tool.js'
import { SketchPainter } from './sketch-painter.js'
import { following, nearest, neighbor } from './walk.js'
import { zoomButtons } from './zoom-buttons.js'

const texts = strings.viewer

/** The modes in which the user draws, and the arrow keys move a crosshair. */
const DRAWING_MODES = ['add', 'region', 'point']
/** Distance from a mark at which a tap hits it, in CSS pixels, for a target of at least 28. */
const REACH = 14
/** Pixels of an exported picture per CSS pixel: text is as large on paper as on the screen. */
const DRAWN = 2

/**
 * A photo to zoom and pan, with marks on it to select, add and remove.
 *
 * Emits `select` ({id, mark, by}), `tap` ({x, y, id}), `box` ({x, y, width, height}), `region` ([[x, y]…]), `sketch`
 * (the number of corners of a polygon so far), `cancel` and `change` ({id, box, quad}); all in pixels of the upright photo.
 */
export class PhotoViewer extends PhotoView {
  /**
   * @param {HTMLElement} container with a fixed size
   * @param {{label: string, describe?: (mark: import('./marks.js').Mark) => string}} options `describe` returns the
   *   description of a mark for screen readers
   */
  constructor(container, { label, describe = describeMark }) {
    super(makeStage(label))
    this.describe = describe
    this.marks = new Marks()
    /** Visible marks that cannot be selected or reached by keyboard. */
    this.backdrop = new Marks()
    this.mode = 'select'
    this.selectedId = null
    this.crosshair = null
    this.shade = { region: null, exclusions: [], regions: [] }
    this.markPainter = new MarkPainter()
    this.sketchPainter = new SketchPainter()
    this.makeTools()
    this.spoken = h('p', { class: 'visually-hidden', 'aria-live': 'polite' })
    this.element = h('div', { class: 'viewer' }, this.stage, zoomButtons(this), this.spoken, helpFor(this.stage))
    container.append(this.element)
    this.listen()
    this.begin()
  }

  makeTools() {
    this.edit = new EditTool(() => this.editableBox, (box) => this.place(box), () => this.tellChange())
    this.region = new RegionTool((corners) => this.emit('region', corners), (count) => this.emit('sketch', count))
    const box = new BoxTool((drawn) => this.emit('box', drawn))
    this.tools = { select: [this.edit], add: [this.edit, box], remove: [], like: [box], region: [this.region], point: [] }
    this.tool = null
  }

  listen() {
    const { framing } = this
    new Gestures(this.stage, {
      begin: (x, y) => this.beginDrag(x, y),
      drag: (x, y) => this.change(() => this.tool.drag(framing.photoX(x), framing.photoY(y))),
      drop: () => this.change(() => this.tool.drop()),
      abandon: () => this.change(() => this.tool.abandon()),
      pan: (dx, dy) => this.panBy(dx, dy),
      fling: (x, y) => this.motion.fling(x, y),
      zoom: (x, y, factor) => this.zoomAt(x, y, factor),
      tap: (x, y) => this.tap(framing.photoX(x), framing.photoY(y)),
      doubleTap: (x, y) => this.doubleTap(x, y),
      hover: (x, y) => this.hover(x, y),
    })
    listenToWheel(this.stage, (x, y, factor) => this.zoomAt(x, y, factor))
    listenToKeys(this.stage, this)
    for (const name of ['focus', 'blur']) this.stage.addEventListener(name, () => this.invalidate())
  }

  /** @param {import('./marks.js').Mark[]} list in reading order */
  setMarks(list) {
    this.marks.set(list)
    if (this.selectedId !== null && !this.marks.get(this.selectedId)) this.selectedId = null
    this.emit('marks', list)
    this.invalidate()
  }

  /** Sets inactive marks, drawn below the others. @param {import('./marks.js').Mark[]} list */
  setBackdrop(list) {
    this.backdrop.set(list)
    this.invalidate()
  }

  /** Darkens the area outside the region, and each exclusion; named regions get a line around them. */
  setShade(region, exclusions = [], regions = []) {
    this.shade = { region, exclusions, regions }
    this.invalidate()
  }

  /**
   * @param {'select'|'add'|'remove'|'region'|'like'|'point'} mode in `point`, taps pick positions and select nothing
   */
  setMode(mode) {
    this.mode = mode
    this.stage.dataset.mode = mode
    this.tool?.abandon()
    this.tool = null
    this.region.clear()
    this.crosshair = null
    this.invalidate()
  }

  get draws() {
    return DRAWING_MODES.includes(this.mode)
  }

  /** Selects a mark, or none with null, and scrolls it into view. */
  select(id) {
    this.choose(this.marks.get(id), 'code')
    this.reveal()
  }

  /** Selects a mark, and zooms in on it. */
  zoomTo(id) {
    this.choose(this.marks.get(id), 'code')
    if (this.selectedId === null) return
    const { framing } = this
    const box = this.marks.boxOf(id)
    const near = Math.min(framing.viewWidth / box.width, framing.viewHeight / box.height) / 4
    const scale = Math.max(framing.scale, Math.min(near, 3))
    this.motion.glide(() => framing.center(box.x + box.width / 2, box.y + box.height / 2, scale))
  }

  choose(mark, by) {
    const id = mark?.id ?? null
    if (id === this.selectedId) return
    this.selectedId = id
    this.invalidate()
    if (by === 'keyboard') this.say(mark ? this.describe(mark) : texts.none)
    this.emit('select', { id, mark: mark ?? null, by })
  }

  selectNeighbor(dx, dy) {
    const next = neighbor(this.marks, this.selectedId, dx, dy)
    if (next) this.choose(next, 'keyboard')
    this.reveal()
  }

  selectFollowing(step) {
    this.choose(following(this.marks, this.selectedId, step), 'keyboard')
    this.reveal()
  }

  reveal() {
    if (this.selectedId === null) return
    const box = this.marks.boxOf(this.selectedId)
    this.show(box.x + box.width / 2, box.y + box.height / 2)
  }

  /** Makes a screen reader say something. */
  say(text) {
    this.spoken.textContent = text
  }

  tap(x, y) {
    const { scale } = this.framing
    if (this.mode === 'region') return this.change(() => this.region.tap(x, y, scale))
    const mark = this.marks.hit(x, y, REACH / scale)
    if (this.mode === 'select' || (this.mode === 'add' && mark?.editable)) this.choose(mark, 'pointer')
    this.emit('tap', { x, y, id: mark?.id ?? null })
  }

  /** Zooms in or out. In editing modes, two taps in one place are two taps. */
  doubleTap(x, y) {
    if (this.mode === 'region') this.finishRegion()
    if (this.mode !== 'select') return this.mode === 'region'
    if (this.framing.isAtRest) this.motion.glide(() => this.framing.zoom(x, y, Math.max(2.5, 1 / this.framing.scale)))
    else this.fit()
    return true
  }

  /** Closes the polygon being drawn. */
  finishRegion() {
    this.change(() => this.region.finish())
  }

  hover(x, y) {
    const { framing, stage } = this
    const hits = !this.draws && this.marks.hit(framing.photoX(x), framing.photoY(y), REACH / framing.scale)
    stage.classList.toggle('is-over-mark', Boolean(hits))
  }

  beginDrag(x, y) {
    const { framing } = this
    const [px, py] = [framing.photoX(x), framing.photoY(y)]
    this.motion.stop()
    this.tool = this.tools[this.mode].find((tool) => tool.begin(px, py, framing.scale)) ?? null
    return this.tool !== null
  }

  /** Handles Enter: a tap on the selected mark, or at the crosshair. */
  act() {
    if (this.draws) {
      this.crosshair ??= this.middle
      return this.tap(this.crosshair.x, this.crosshair.y)
    }
    if (this.selectedId === null) return this.choose(nearest(this.marks, this.middle.x, this.middle.y), 'keyboard')
    const box = this.marks.boxOf(this.selectedId)
    this.emit('tap', { x: box.x + box.width / 2, y: box.y + box.height / 2, id: this.selectedId })
  }

  moveCrosshair(dx, dy) {
    const { framing } = this
    const { x, y } = this.crosshair ?? this.middle
    const limit = (value, most) => Math.max(0, Math.min(most, value))
    this.crosshair = {
      x: limit(x + dx / framing.scale, framing.photoWidth), y: limit(y + dy / framing.scale, framing.photoHeight),
    }
    this.show(this.crosshair.x, this.crosshair.y)
    this.say(fill(texts.crosshair, { across: formatPercent(this.crosshair.x / framing.photoWidth), down: formatPercent(this.crosshair.y / framing.photoHeight) }))
    this.invalidate()
  }

  /**
   * Removes the last corner of the polygon, or else cancels it, or else clears the selection.
   * @returns {boolean} whether there was any
   */
  escape() {
    if (this.takeBackCorner()) return true
    if (this.mode === 'region') {
      this.emit('cancel')
      return true
    }
    if (this.selectedId === null) return false
    this.choose(undefined, 'keyboard')
    return true
  }

  takeBackCorner() {
    const did = this.mode === 'region' && this.region.back()
    this.invalidate()
    return did
  }

  /** The selected box, if it is editable. */
  get editableBox() {
    const mark = this.selectedId === null ? null : this.marks.get(this.selectedId)
    return mark?.editable ? this.marks.boxOf(mark.id) : null
  }

  place(box) {
    this.marks.move(this.selectedId, box)
    this.invalidate()
  }

  tellChange() {
    const { quad } = this.marks.get(this.selectedId)
    this.emit('change', { id: this.selectedId, box: this.editableBox, quad })
  }

  /** Moves the selected box a little. @returns {boolean} whether it is editable */
  nudge(dx, dy) {
    return this.edit.move((2 * dx) / this.framing.scale, (2 * dy) / this.framing.scale)
  }

  /** Makes the selected box larger or smaller. @returns {boolean} whether it is editable */
  stretch(factor) {
    return this.edit.stretch(factor)
  }

  paintOver(context, density) {
    const { framing, marks, sketchPainter, stage } = this
    const isFocused = document.activeElement === stage
    this.paintMarks(context, density, framing)
    const index = this.selectedId === null ? undefined : marks.indices.get(this.selectedId)
    if (index !== undefined) this.markPainter.drawSelected(context, marks, index, framing, isFocused)
    for (const tool of this.tools[this.mode]) tool.paint(sketchPainter, context, framing)
    if (this.crosshair && isFocused) sketchPainter.crosshair(context, framing, this.crosshair)
  }

  /** Draws the marks, without the user's drawing in progress. */
  paintMarks(context, density, framing) {
    const { marks, sketchPainter, shade: { region, exclusions, regions } } = this
    if (region || exclusions.length > 0) sketchPainter.shade(context, framing, region, exclusions)
    this.markPainter.draw(context, this.backdrop, framing, density)
    this.markPainter.draw(context, marks, framing, density)
    sketchPainter.regions(context, framing, regions)
  }

  /**
   * Draws the whole photo with its marks.
   *
   * @param {number} side length of the longer side, in pixels @returns {HTMLCanvasElement | null} null without a photo
   */
  drawn(side) {
    if (!this.photo) return null
    const { photoWidth, photoHeight } = this.framing
    const scale = side / Math.max(photoWidth, photoHeight)
    const canvas = Object.assign(document.createElement('canvas'), { width: Math.round(photoWidth * scale), height: Math.round(photoHeight * scale) })
    const framing = new Framing()
    framing.resize(canvas.width / DRAWN, canvas.height / DRAWN)
    framing.setPhoto(photoWidth, photoHeight)
    const context = canvas.getContext('2d')
    context.scale(DRAWN, DRAWN)
    this.photo.draw(context, framing, DRAWN)
    this.paintMarks(context, DRAWN, framing)
    return canvas
  }

  focus() {
    this.stage.focus({ preventScroll: true })
  }

  close() {
    super.close()
    this.element.remove()
  }
}

function makeStage(label) {
  return h('div', {
    class: 'viewer-stage', tabindex: '0', role: 'application', 'aria-label': label, 'aria-roledescription': texts.role,
  })
}

function helpFor(stage) {
  const id = uniqueId('viewer-help')
  stage.setAttribute('aria-describedby', id)
  return h('p', { class: 'visually-hidden', id }, texts.help)
}

const describeMark = ({ label, style }) => [label, texts.styles[style] ?? style].filter(Boolean).join(', ')
