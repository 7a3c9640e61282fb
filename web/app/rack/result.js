import { h } from '../dom.js'
import { fill } from '../format.js'
import { icon } from '../icons.js'
import { isDark } from '../reading/brightness.js'
import { pictureForCrops } from '../reading/photo.js'
import { sourceNotes } from '../reading/source.js'
import { confirm } from '../shell/confirm.js'
import { strings } from '../strings.js'
import { BoxCode } from './code.js'
import { Comparing } from './comparing.js'
import { Details } from './details.js'
import { Editing } from './editing.js'
import { Exports } from './exports.js'
import { WellGrid } from './grid.js'
import { Picture } from './picture.js'
import { Placing } from './placing.js'
import { Resize } from './resize.js'
import { Selection } from './selection.js'
import { Summary } from './summary.js'
import { VialTable } from './table.js'
import { Tabs } from './tabs.js'
import { Turning } from './turning.js'
import { boxTitle, summaryText } from './words.js'

const texts = strings.rack
/** From this width on the photo stands beside the table and the grid. */
const wide = matchMedia('(min-width: 62rem)')
/** So long after the last change the address follows, in milliseconds. */
const PAUSE = 250
/** Of a file: what a box is called does without. */
const ENDING = /\.\w{2,5}$/

/**
 * @typedef {object} Reading what is to be shown
 * @property {object} result
 * @property {object} [entry] of the history
 * @property {{values?: object[]}} [corrections]
 * @property {string} [photo]
 * @property {string} [unkept] why it is not in the history although it should be
 */

/** The screen that shows what was read: the photo, the table and the grid of one box, and one chosen well in all three. */
export class Result {
  #photo
  #timer
  /** The tab from which one went to the photo. */
  #origin

  /**
   * @param {Reading} reading
   * @param {import('../router.js').Context} context
   * @param {{again: () => void, resize: (wishes: object) => void, place: (corners: number[][]) => void,
   *   turned: (record: object) => void}} actions of the page
   */
  constructor(reading, context, actions) {
    this.reading = reading
    this.context = context
    this.life = new AbortController()
    this.selection = new Selection()
    this.editing = new Editing(reading, context, {
      choose: (id) => this.selection.choose(id, 'page'), photo: () => this.#photoOnce(), signal: this.life.signal,
    })
    this.#makeParts(actions)
    this.nodes = this.#layout(actions)
    this.#show()
    this.#listen()
    this.picture.load(reading.photo, reading.result, reading.entry?.thumbnail)
  }

  get box() {
    return this.editing.box
  }

  #makeParts(actions) {
    const { reading, context, selection, editing } = this
    const typing = { type: (id) => editing.type(id), remove: (id) => editing.remove(id) }
    this.picture = new Picture(selection, context)
    this.table = new VialTable(selection, typing)
    this.grid = new WellGrid(selection, typing)
    this.details = new Details(selection, { ...typing, inPhoto: () => this.#toPhoto(), back: () => this.#back(), way: () => this.#way })
    this.resize = new Resize(async (wishes) => { if (await this.#mayResize()) actions.resize(wishes) })
    this.exports = new Exports(reading.entry, editing, context)
    this.comparing = new Comparing(reading.entry, editing, selection, context, this.life.signal)
    this.code = reading.entry && new BoxCode(editing)
    this.turning = reading.entry && this.box.isGrid
      && new Turning(reading.entry, editing, context, actions.turned)
    this.placing = new Placing(this.picture, {
      begin: () => this.#showPhoto(), place: async (corners) => { if (await this.#mayResize()) actions.place(corners) },
      announce: context.announce,
    })
    this.summary = new Summary({ next: () => this.next(), show: (id) => this.#choose(id) },
      [this.placing, this.resize, this.turning].filter(Boolean).map(({ element }) => element))
    this.views = { image: this.picture, table: this.table, grid: this.grid, compare: this.comparing }
    this.tabs = new Tabs({ label: texts.tabs.label, aside: 'image', panels: Object.entries(this.views).map(([name, { element }]) => (
      { name, title: texts.tabs[name], element: name === 'image' ? [this.placing.bar, element] : element })) })
  }

  #layout({ again }) {
    const { entry } = this.reading
    const size = boxTitle(this.box)
    this.heading = h('h1', { class: 'rack-name', tabindex: -1 }, entry ? entry.title.replace(ENDING, '') : size)
    return [
      h('header', { class: 'page-head' }, this.heading,
        h('div', { class: 'page-actions' }, this.exports.element,
          h('button', { class: 'button', type: 'button', onclick: again }, icon('camera'), texts.result.again))),
      entry && h('p', { class: 'rack-origin' }, h('span', {}, size), this.code.element,
        h('a', { href: `/history/${entry.id}` }, texts.result.kept)),
      this.summary.element,
      h('div', { class: 'rack-body' }, this.tabs.list, ...this.tabs.panels, this.details.element),
    ].filter(Boolean)
  }

  #listen() {
    const query = new URLSearchParams(location.search)
    this.editing.addEventListener('change', () => this.#show())
    this.comparing.addEventListener('change', () => {
      this.picture.show(this.box, this.comparing.comparison)
      this.details.show(this.box, this.comparing.comparison)
    })
    this.selection.follow(() => {
      this.details.show(this.box, this.comparing.comparison)
      this.#remember()
      // What tells about the well must not lie over it.
      const { activeElement } = document
      if (activeElement?.closest('.tab-panel')) activeElement.scrollIntoView({ block: 'nearest' })
    })
    this.tabs.addEventListener('show', () => {
      this.#remember()
      this.details.show(this.box, this.comparing.comparison)
      this.reveal()
    })
    for (const event of ['there', 'gone']) this.picture.addEventListener(event, () => this.#setPhoto())
    wide.addEventListener('change', () => this.tabs.setWide(wide.matches), { signal: this.life.signal })
    this.tabs.name = query.get('tab') ?? (wide.matches ? 'grid' : 'image')
    this.tabs.setWide(wide.matches)
    if (this.box.well(query.get('well'))) this.selection.choose(query.get('well'), 'page')
  }

  /** Shows the box as it is now, everywhere. */
  #show() {
    for (const part of [...Object.values(this.views), this.summary]) part.show(this.box)
    this.code?.show(this.box)
    this.placing.show(this.box)
    this.details.show(this.box, this.comparing.comparison)
    this.resize.show(this.box, this.reading.entry?.parameters)
    this.summary.note(this.#notes)
  }

  get #notes() {
    const { entry, unkept, photo, result: { page, pages, frames } } = this.reading
    return [
      // Of damage the warnings tell.
      ...sourceNotes({ page, pages, frames }, { photo, page: 'rack' }),
      !entry && (unkept ? fill(texts.result.unkeptWhy, { why: unkept }) : texts.result.unkept),
      this.isDark && !this.box.isComplete && texts.result.dark,
    ].filter(Boolean)
  }

  async #setPhoto() {
    const { isThere } = this.picture
    this.exports.setPhoto(isThere)
    this.resize.setPhoto(isThere)
    this.placing.show(this.box)
    this.details.show(this.box, this.comparing.comparison)
    if (!isThere || this.box.isComplete) return
    const photo = await this.#photoOnce()
    this.isDark = photo !== null && isDark(photo)
    this.summary.note(this.#notes)
  }

  /** The photo for looking at single wells; loaded when it is first needed. */
  #photoOnce() {
    this.#photo ??= pictureForCrops(this.reading.photo, this.context.api)
    return this.#photo
  }

  /** Scrolls to the chosen well, wherever it is seen. */
  reveal() {
    for (const [name, view] of Object.entries(this.views)) if (this.tabs.shows(name)) view.reveal()
  }

  /** Chooses the next well that should have a value and has none. @returns {boolean} whether there is any */
  next() {
    const well = this.box.nextWithoutValue(this.selection.id)
    if (well) this.#choose(well.id)
    return well !== undefined
  }

  /** Chooses a well, and shows it where a person looks. */
  #choose(id) {
    this.selection.choose(id, 'page')
    if (this.tabs.shows('image')) this.picture.zoom()
    this.reveal()
  }

  /** Which way to go from the chosen well. @returns {'inPhoto' | 'inTable' | 'inGrid' | null} */
  get #way() {
    if (wide.matches || this.tabs.name !== 'image') return this.picture.isThere ? 'inPhoto' : null
    return { table: 'inTable', grid: 'inGrid', compare: 'inCompare' }[this.#origin] ?? null
  }

  #showPhoto() {
    if (!wide.matches) this.tabs.show('image')
    this.picture.element.scrollIntoView({ block: 'nearest' })
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

  /** Shows a tab, and goes there with the keyboard. @param {'image' | 'table' | 'grid'} name */
  goTo(name) {
    if (!this.tabs.shows(name)) this.tabs.show(name)
    this.views[name].focus()
  }

  async #mayResize() {
    return this.box.typed.length === 0 || confirm(texts.size.confirm)
  }

  /** Keeps what is shown in the address, for reloading and for going there. Browsers allow that only so often. */
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

  /** What a screen reader says once it is there. */
  get spoken() {
    return summaryText(this.box)
  }

  close() {
    clearTimeout(this.#timer)
    this.life.abort()
    this.picture.close()
  }
}
