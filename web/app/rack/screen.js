import { announce } from '../announce.js'
import { api } from '../api.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { photoName } from '../history/names.js'
import { ExportSheet } from '../result/exports.js'
import { keptNote } from '../result/kept-note.js'
import { pictureForCrops } from '../result/photo.js'
import { ResultScreen } from '../result/screen.js'
import { confirm } from '../shell/confirm.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { BoxCode } from './code.js'
import { Comparing } from './comparing.js'
import { Details } from './details.js'
import { Editor } from './editor.js'
import { WellGrid } from './grid.js'
import { Picture } from './picture.js'
import { Placing } from './placing.js'
import { Resize } from './resize.js'
import { Selection } from './selection.js'
import { Summary } from './summary.js'
import { rackFiles } from './files.js'
import { VialTable } from './table.js'
import { Tabs } from './tabs.js'
import { Turning } from './turning.js'
import { boxTitle, summaryText } from './descriptions.js'

const texts = strings.rack
/** Minimum width at which the photo is beside the table and the grid. */
const wide = matchMedia('(min-width: 62rem)')
/** Delay after the last change before the URL is updated, in milliseconds. */
const PAUSE = 250

/**
 * @typedef {object} Reading the result to show
 * @property {object} result
 * @property {object} [entry] of the history
 * @property {{values?: object[]}} [corrections]
 * @property {string} [photo]
 * @property {string} [unkept] why it is not in the history although it should be
 */

/** The result: the photo, the table and the grid of one box, with the same well selected in all three. */
export class RackScreen extends ResultScreen {
  #photo
  #timer
  /** The tab from which the user went to the photo. */
  #origin

  /**
   * @param {import('../router.js').Context} context
   * @param {import('./session.js').RackSession} session
   * @param {Reading} reading
   * @param {{again: () => void, resize: (wishes: object) => void, place: (corners: number[][]) => void,
   *   turned: (record: object) => void}} actions of the page
   */
  constructor(context, session, reading, actions) {
    super(context, session, actions.again)
    this.reading = reading
    this.selection = new Selection()
    this.editor = new Editor(session, {
      choose: (id) => this.selection.choose(id, 'page'), photo: () => this.#photoOnce(), signal: this.signal,
    })
    this.#makeParts(actions)
    this.element = this.#layout()
    this.#show()
    this.#listen()
    announce(summaryText(this.box))
  }

  get box() {
    return this.session.box
  }

  #makeParts(actions) {
    const { session, reading: { entry }, selection, editor } = this
    const typing = { type: (id) => editor.type(id), remove: (id) => editor.remove(id) }
    this.stage = this.picture = new Picture(selection, entry?.thumbnail)
    this.table = new VialTable(selection, typing)
    this.grid = new WellGrid(selection, typing)
    this.details = new Details(selection, { ...typing, inPhoto: () => this.#toPhoto(), back: () => this.#back(), way: () => this.#way })
    this.resize = new Resize(async (wishes) => { if (await this.#mayResize()) actions.resize(wishes) })
    this.exports = new ExportSheet(session, { ...rackFiles(session), viewer: this.picture.viewer })
    this.comparing = new Comparing(session, selection, this.signal)
    this.code = entry && new BoxCode(editor)
    this.turning = entry && this.box.isGrid && new Turning(session, actions.turned)
    this.placing = new Placing(this.picture, {
      begin: () => this.#showPhoto(), place: async (corners) => { if (await this.#mayResize()) actions.place(corners) },
    })
    this.summary = new Summary({ next: () => this.next(), check: () => this.#check(), show: (id) => this.#choose(id) },
      [this.placing, this.resize, this.turning].filter(Boolean).map(({ element }) => element))
    // Codes that form no rows and columns have no grid.
    this.views = { image: this.picture, table: this.table, ...(this.box.isOrdered && { grid: this.grid }), compare: this.comparing }
    this.tabs = new Tabs({ label: texts.tabs.label, aside: 'image', panels: Object.entries(this.views).map(([name, { element }]) => (
      { name, title: texts.tabs[name], element: name === 'image' ? [this.placing.bar, element] : element })) })
  }

  #layout() {
    const { entry, unkept } = this.reading
    const size = boxTitle(this.box)
    this.title = h('h1', { class: 'rack-name', tabindex: -1 }, entry ? photoName(entry.title) : size)
    this.origin = h('p', { class: 'rack-origin' }, entry && [!this.box.isUnplaced && h('span', {}, size), this.code.element], keptNote(this.session, unkept))
    this.top = h('div', { class: 'rack-top' }, this.summary.banner)
    this.body = h('div', { class: 'rack-body' }, this.tabs.list, ...this.tabs.panels, this.details.element)
    return h('div', {},
      h('header', { class: 'page-head' }, this.title,
        h('div', { class: 'page-actions' }, this.exports.element, this.nextPhoto(texts.result.again))),
      this.top, this.body, this.summary.element, this.remarks())
  }

  /** The box itself comes first, and the information about it below. On a phone, so does which box it is. */
  #arrange() {
    this.tabs.setWide(wide.matches)
    if (wide.matches) this.top.append(this.origin)
    else this.summary.element.after(this.origin)
  }

  /** The tab to show first. */
  get #firstTab() {
    // Two taps on the photo then provide what the grid needs.
    if (this.box.isUnplaced && !wide.matches) return 'image'
    return this.box.isGrid || (wide.matches && this.box.isOrdered) ? 'grid' : 'table'
  }

  #listen() {
    const query = new URLSearchParams(location.search)
    this.session.on('change', () => this.#show())
    this.#tellSaving()
    this.comparing.addEventListener('change', () => {
      this.picture.show(this.box, this.comparing.comparison)
      this.details.show(this.box, this.comparing.comparison)
    })
    this.selection.follow(() => {
      this.details.show(this.box, this.comparing.comparison)
      this.#remember()
      // The details of the well must not cover it.
      const { activeElement } = document
      if (activeElement?.closest('.tab-panel')) activeElement.scrollIntoView({ block: 'nearest' })
    })
    this.tabs.addEventListener('show', () => {
      this.#remember()
      this.details.show(this.box, this.comparing.comparison)
      this.reveal()
    })
    for (const event of ['there', 'gone']) this.picture.on(event, () => this.#setPhoto())
    wide.addEventListener('change', () => this.#arrange(), { signal: this.signal })
    const tab = query.get('tab')
    this.tabs.name = this.views[tab] && !(wide.matches && tab === 'image') ? tab : this.#firstTab
    this.#arrange()
    if (this.box.well(query.get('well'))) this.selection.choose(query.get('well'), 'page')
  }

  /** Values typed while the server is unreachable are saved later. */
  #tellSaving() {
    let isWaiting = false
    const { session } = this
    session.on('unsaved', (error) => {
      const isLost = error instanceof api.Unreachable
      if (!isLost) toast(fill(texts.saving.failed, { why: api.sentence(error) }), { kind: 'problem' })
      else if (!isWaiting) toast(texts.saving.waiting, { kind: 'problem' })
      isWaiting = isLost
    })
    session.on('saving', () => {
      if (!isWaiting || session.isPending) return
      isWaiting = false
      toast(texts.saving.saved)
    })
  }

  /** Shows the current box everywhere. */
  #show() {
    for (const part of [...Object.values(this.views), this.summary]) part.show(this.box)
    this.code?.show(this.box)
    this.placing.show(this.box)
    this.details.show(this.box, this.comparing.comparison)
    this.resize.show(this.box, this.reading.entry?.parameters)
    this.summary.note(this.source)
  }

  #setPhoto() {
    const { isThere } = this.picture
    this.exports.update(isThere)
    this.resize.setPhoto(isThere)
    this.placing.show(this.box)
    this.details.show(this.box, this.comparing.comparison)
  }

  /** The photo for crops of single wells; loaded on first use. */
  #photoOnce() {
    this.#photo ??= pictureForCrops(this.reading.photo)
    return this.#photo
  }

  /** Scrolls to the selected well in the visible view. */
  reveal() {
    for (const [name, view] of Object.entries(this.views)) if (this.tabs.shows(name)) view.reveal()
  }

  /** Selects the next well that should have a value and has none. @returns {boolean} whether there is any */
  next() {
    const well = this.box.nextWithoutValue(this.selection.id)
    if (well) this.#choose(well.id)
    return well !== undefined
  }

  /** Selects the next well to look at, beginning again after the last. */
  #check() {
    const ids = this.box.toCheck
    this.#choose(ids[(ids.indexOf(this.selection.id) + 1) % ids.length])
  }

  /** Selects a well, and shows it in the current view. */
  #choose(id) {
    this.selection.choose(id, 'page')
    if (this.tabs.shows('image')) this.picture.zoom()
    this.reveal()
    // The pressed link may be below.
    if (wide.matches) this.body.scrollIntoView({ block: 'nearest' })
  }

  /** The link to offer for the selected well. @returns {'inPhoto' | 'inTable' | 'inGrid' | null} */
  get #way() {
    if (wide.matches || this.tabs.name !== 'image') return this.picture.isThere ? 'inPhoto' : null
    return { table: 'inTable', grid: 'inGrid', compare: 'inCompare' }[this.#origin] ?? null
  }

  #showPhoto() {
    if (!wide.matches) this.tabs.show('image')
    // With the question above it.
    this.body.scrollIntoView({ block: 'start' })
    this.picture.focus()
  }

  #toPhoto() {
    this.#origin = this.tabs.name
    if (!wide.matches) this.tabs.show('image')
    this.picture.zoom()
    this.picture.focus()
  }

  #back() {
    this.tabs.show(this.#origin)
    this.views[this.#origin].focus()
  }

  /** Shows a tab, if it is there, and moves the keyboard focus to it. @param {'image' | 'table' | 'grid' | 'compare'} name */
  goTo(name) {
    if (!this.views[name]) return false
    if (!this.tabs.shows(name)) this.tabs.show(name)
    this.views[name].focus()
  }

  async #mayResize() {
    return this.box.typed.length === 0 || confirm(texts.size.confirm)
  }

  /** Stores the state in the URL, for reloads and links. Browsers limit how often that is allowed. */
  #remember() {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      const url = new URL(location.href)
      url.searchParams.set('tab', this.tabs.name)
      if (this.selection.id === null) url.searchParams.delete('well')
      else url.searchParams.set('well', this.selection.id)
      this.context.replaceURL(url.pathname + url.search)
    }, PAUSE)
  }

  close() {
    clearTimeout(this.#timer)
    super.close()
  }
}
