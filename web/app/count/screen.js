import { announce } from '../announce.js'
import { api } from '../api.js'
import { button } from '../buttons.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { forget } from '../recipes/chooser.js'
import { RecipeKeeper } from '../recipes/keep.js'
import { ExportSheet } from '../result/exports.js'
import { MoreSheet } from '../result/more.js'
import { ResultScreen } from '../result/screen.js'
import { PhotoStage } from '../result/stage.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { MarkTable } from '../viewer/mark-table.js'
import { Editor } from './editor.js'
import { countFiles } from './files.js'
import { FurtherList } from './alternatives.js'
import { GroupList } from './group-list.js'
import { KindList } from './kind-list.js'
import { rangeWords } from './doubts.js'
import { Headline } from './headline.js'
import { Inspector } from './inspector.js'
import { listenToKeys } from './keys.js'
import { exampleMarks, marksOf, placeOf } from './marks.js'
import { LookBar } from './look.js'
import { ModeBar } from './modes.js'
import { RegionPanel } from './region-panel.js'
import { countedRegions } from './regions.js'
import { ReviewList } from './review-list.js'
import { SimilaritySlider } from './similarity.js'
import { SizePanel } from './size-panel.js'
import { Strip } from './strip.js'
import { columnsFor, describerFor } from './describe.js'
import { thingsOf } from './names.js'
import { isPartOf, isSameBox } from './sameness.js'

const texts = strings.count.result
/** Maximum time until a tap becomes a click, in milliseconds. */
const AFTER_TAP = 400

/** The result: the number, the photo with its marks, and everything that can be done with them. */
export class CountScreen extends ResultScreen {
  /**
   * @param {import('../router.js').Context} context @param {import('./session.js').CountSession} session
   * @param {{again: () => void}} options
   */
  constructor(context, session, { again }) {
    super(context, session, again)
    this.makeParts()
    this.element = this.layout(this.parts())
    this.editor = new Editor(session, this.viewer)
    this.listen()
    listenToKeys(this)
    this.update()
    this.say()
  }

  /** The number with its noun. */
  get said() {
    return thingsOf(this.session, this.session.tally.count)
  }

  say() {
    const range = rangeWords(this.session.tally)
    announce(fill(range ? texts.saidRange : texts.said, { things: this.said, range }))
  }

  makeParts() {
    const { session } = this
    this.stage = new PhotoStage({ label: texts.photo, describe: describerFor(session), gone: texts.photoGone })
    this.viewer = this.stage.viewer
    this.headline = new Headline(session, { name: () => this.name(), check: () => this.review.go(1), soften: () => session.recount({ confidence: 0.001 }), again: this.again,
      hasChoice: () => !this.groups.element.hidden, dropRecipe: (name) => { forget(name); session.dropRecipe(name) } })
    this.more = new MoreSheet()
    this.modeBar = new ModeBar({
      hasPhoto: Boolean(session.photo), more: this.more.button, choose: (mode) => this.setMode(mode), finish: () => this.viewer.finishRegion(),
      back: () => this.viewer.takeBackCorner(), cancel: () => this.setMode('select'), clearLike: () => session.recount({ like: null, alsoLike: null, unlike: null }),
      clearRegion: () => session.recount({ region: null, exclusions: null, regions: null, regionGrid: null }),
    })
    this.inspector = new Inspector(session, {
      resolve: (id, isIn) => this.editor.resolve(id, isIn), like: (id) => this.editor.like(id),
      unlike: (id) => this.editor.unlike(id),
      stretch: (factor) => this.viewer.stretch(factor), close: () => { this.viewer.select(null); this.viewer.focus() },
    })
    this.strip = new Strip(session)
    this.review = new ReviewList(session, {
      show: (id) => this.viewer.zoomTo(id), resolve: (id, isIn) => this.editor.resolve(id, isIn),
    })
    this.groups = new GroupList(session, {
      groups: (ids) => session.choose(ids), similarity: (similarity) => session.recount({ similarity }),
    })
    this.further = new FurtherList(session)
    this.kinds = new KindList(session)
    this.regions = new RegionPanel(session, {
      change: (areas) => session.recount({ ...areas, regionGrid: null }),
      grid: (grid, isDrawn) => (isDrawn ? this.drawShape({ grid }) : session.recount({ regions: null, regionGrid: grid })),
    }, this.modeBar.areas)
    this.sizes = new SizePanel(session, {
      measure: (measuring) => session.recount({ measuring }),
      line: (length, unit) => this.drawShape({ line: ([from, to]) => this.scaleBy(Math.hypot(to[0] - from[0], to[1] - from[1]) / length, unit) }),
      known: (length, unit) => this.scaleByThing(length, unit),
      scale: (pixelsPerUnit, unit) => this.scaleBy(pixelsPerUnit, unit),
    })
    this.similarity = new SimilaritySlider(session, (similarity) => session.recount({ similarity }))
    this.recipe = new RecipeKeeper(session)
    this.look = new LookBar((look) => this.viewer.change(() => { this.viewer.markPainter.look = look }), () => this.update())
    this.exports = new ExportSheet(session, { ...countFiles(session), viewer: this.viewer })
  }

  parts() {
    const { session, viewer, headline } = this
    this.cancel = button(texts.cancel, () => session.cancel())
    this.busy = h('div', { class: 'count-busy', hidden: true, role: 'status' }, h('span', { class: 'spinner' }),
      texts.recounting, this.cancel)
    const table = new MarkTable(viewer, { summary: strings.count.table.summary, columns: columnsFor(session) })
    return {
      head: [headline.element],
      photo: [h('div', { class: 'count-frame' }, this.stage.element, this.busy, this.modeBar.limits)],
      tools: this.modeBar.element,
      near: [headline.advice, ...[this.inspector, this.strip, this.kinds, this.groups, this.review].map(({ element }) => element)],
      // Content that comes and goes is below everything else, so that nothing moves.
      side: [this.regions, this.similarity, this.sizes, this.look, table, this.recipe, this.further].map(({ element }) => element),
    }
  }

  listen() {
    const { session, viewer } = this
    const explain = (text) => (error) => toast(fill(text, { why: api.sentence(error) }), { kind: 'problem' })
    session.on('change', () => this.update())
    session.on('further', () => this.further.update())
    session.on('busy', (fraction) => this.showBusy(fraction !== null))
    session.on('busy', (fraction) => { if (fraction === null) for (const part of [this.similarity, this.further]) part.update() })
    session.on('job', (id) => this.recounted(id))
    session.on('problem', explain(texts.recountFailed))
    session.on('unsaved', explain(texts.unsaved))
    viewer.on('photo', (picture) => { for (const part of [this.groups, this.further, this.kinds, this.strip]) part.setPicture(picture) })
    this.stage.on('gone', () => this.strip.gone())
    viewer.on('select', ({ id }) => this.selected(id))
    viewer.on('sketch', (corners) => this.modeBar.tellCorners(corners))
    viewer.on('cancel', () => this.setMode('select'))
  }

  /**
   * The tap on the photo that started this becomes a click a moment later, which must not hit what has just appeared.
   */
  showBusy(isBusy) {
    if (isBusy && this.busy.hidden) {
      this.cancel.inert = true
      setTimeout(() => { this.cancel.inert = false }, AFTER_TAP)
    }
    this.busy.hidden = !isBusy
  }

  setMode(mode) {
    this.editor.setMode(mode)
    this.modeBar.set(mode)
    // Drawing happens on the photo, which the sheet covers.
    if (mode !== 'select') this.more.close()
  }

  /** @param {object} shape the purpose of the next drawn shape: see Editor */
  drawShape(shape) {
    this.setMode('region')
    this.editor.shape = shape
    this.viewer.region.isLine = Boolean(shape.line)
    this.modeBar.ask(shape.line ? strings.count.sizes.drawLine : strings.count.regions.drawGrid)
    this.stage.element.scrollIntoView({ block: 'nearest' })
    this.viewer.focus()
  }

  /** @param {number} pixelsPerUnit */
  scaleBy(pixelsPerUnit, unit) {
    const { reference: _, ...measuring } = this.session.result.parameters.measuring ?? {}
    this.session.recount({ measuring: { ...measuring, scale: { pixelsPerUnit, unit } } })
  }

  /** Sets the scale from the known length of the selected thing. */
  scaleByThing(length, unit) {
    const { scale: _, ...measuring } = this.session.result.parameters.measuring ?? {}
    const box = this.viewer.marks.boxOf(this.viewer.selectedId)
    this.session.recount({ measuring: { ...measuring, reference: { box, length, unit } } })
  }

  selected(id) {
    this.inspector.show(id)
    // It may have been scrolled past beside a photo that stays where it is.
    if (id !== null) this.inspector.element.scrollIntoView({ block: 'nearest' })
    this.sizes.update(id !== null)
    this.review.follow(placeOf(id))
  }

  /** Asks for the name of the things. */
  async name() {
    const { session: { saver, result: { recipe } }, signal } = this
    const { nameThings } = await import('../history/naming.js')
    if (await nameThings(saver.entry, recipe?.things.several) && !signal.aborted) this.update()
  }

  /** Shows a new count: the page takes its URL, and the next tap only selects. */
  recounted(id) {
    const { session } = this
    const { now, past, tally: { count } } = session
    const before = past.at(-1)
    // Losing most things is right after showing a rare one, and a surprise if it was not intended.
    const isShown = before && (now.order.options.like || now.shown)
    const undo = () => session.undo()
    if (isShown && before.result.count === count && isPartOf(now.result, before.result)) toast(texts.unchanged)
    if (isShown && before.result.count > count) {
      const text = now.shown === 'unlike' ? texts.unlikeThis : isPartOf(now.result, before.result) ? texts.fewer : texts.likeThis
      const gone = text === texts.unlikeThis && isPartOf(now.result, before.result) ? before.result.count - count : before.result.count
      const said = text === texts.fewer ? fill(strings.words.things, { count: gone }) : gone
      this.notice = { depth: past.length, take: toast(fill(text, { before: said, count }), { undo }) }
      this.signal.addEventListener('abort', this.notice.take, { once: true })
    }
    if (id) this.context.replaceURL(`/count?job=${id}`)
    this.setMode('select')
    this.say()
  }

  update() {
    const { session, viewer } = this
    // A notice about an earlier number is wrong now, and so is its Undo.
    if (this.notice && this.notice.depth !== session.past.length) this.notice = void this.notice.take()
    const { options } = session.now.order
    const selected = viewer.selectedId !== null && placeOf(viewer.selectedId) !== null && viewer.marks.boxOf(viewer.selectedId)
    session.marks = marksOf(session.result, session.corrections, this.look.all.checked)
    viewer.setMarks(session.marks)
    viewer.setBackdrop(exampleMarks(options))
    // The same index may be another thing now.
    if (selected && !isSameBox(viewer.marks.boxOf(viewer.selectedId), selected)) viewer.select(null)
    this.look.update(session.marks)
    viewer.setShade(options.region ?? null, options.exclusions, countedRegions(session.result, session.corrections))
    this.title.textContent = this.said
    this.context.setTitle(this.said)
    this.updateSteps()
    this.modeBar.tellLimits(options)
    this.inspector.show(viewer.selectedId)
    this.sizes.update(viewer.selectedId !== null)
    // Whether there is a choice of kinds, the headline says.
    for (const part of [this.groups, this.headline, this.strip, this.review, this.further, this.kinds, this.regions, this.similarity, this.recipe, this.exports]) part.update()
  }
}
