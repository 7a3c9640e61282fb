import { api } from '../api.js'
import { h } from '../dom.js'
import { errorState } from '../states.js'
import { toast } from '../toast.js'
import { Grid } from './grid.js'
import { listenToGridKeys } from './grid-keys.js'
import { listenToPresses } from './grid-pointers.js'
import { sectionsOf } from './months.js'
import { Scrubber } from './scrubber.js'
import { noPhotos, nothingFound } from './states.js'
import { PhotoStore } from './store.js'
import { photoPath } from './descriptions.js'

/** The last position, for when the user comes back from a photo; for the latest query only. */
let place = { query: null, first: 0, active: 0 }

/** The results of a query. */
export class PhotosPane {
  element = h('div', { class: 'gallery-pane' })
  #life
  #isAway = false

  /**
   * @param {import('../router.js').Context} context @param {import('./selection.js').Selection} selection
   * @param {{found: (store: PhotoStore) => void, refused: (text: string) => void, coming: () => 'coming' | 'halted' | 'empty'}} page
   */
  constructor(context, selection, page) {
    this.context = context
    this.selection = selection
    this.page = page
    context.signal.addEventListener('abort', () => this.#leave(), { once: true })
    selection.addEventListener('changed', () => this.grid?.invalidate())
    listenToPresses(this.element, {
      press: (index) => { this.grid.active = index },
      toggle: (index, isRange) => this.#toggle(this.grid, this.store, index, isRange),
    }, selection)
  }

  /** The tags of nearby photos, as suggestions. */
  get knownTags() {
    const tags = new Set()
    for (let index = 0; index < Math.min(this.store?.total ?? 0, 400); index += 1) {
      for (const tag of this.store.photo(index)?.tags ?? []) tags.add(tag)
    }
    return [...tags].sort()
  }

  /** The photo that keys act on, if there is one. */
  get activePhoto() {
    return this.grid && document.activeElement === this.grid.element ? this.store.photo(this.grid.active) : undefined
  }

  /** Shows new stars immediately; a query for stars may now match other photos. */
  rated(photos, rating) {
    if (/\brating:/i.test(this.query ?? '')) return this.renew()
    return this.store?.patch(photos, { rating })
  }

  focus() {
    if (!this.grid || document.activeElement !== document.body) return false
    this.grid.element.focus({ preventScroll: true })
    this.grid.invalidate()
    return true
  }

  /** @param {string} query */
  async show(query) {
    this.query = query
    this.#isAway = false
    const life = this.#begin()
    const store = new PhotoStore(query, life.signal)
    try {
      const [timeline] = await Promise.all([api.gallery.timeline(query, { signal: life.signal }), store.open()])
      if (life.signal.aborted) return
      this.page.found(store)
      if (store.total === 0) {
        this.grid = undefined
        this.element.replaceChildren(query ? await nothingFound(query, life.signal) : noPhotos(this.page.coming()))
      } else this.#draw(store, sectionsOf(timeline, store.total, store.sure), life.signal)
    } catch (error) {
      this.#fail(error, query, life.signal)
    }
  }

  /** Shows something else in place of photos, until the next query. @param {Node} node */
  showInstead(node) {
    this.#life?.abort()
    this.grid = undefined
    this.#isAway = true
    this.element.replaceChildren(node)
  }

  /** Repeats the query, and stays in the same place. */
  renew() {
    if (this.#isAway) return undefined
    this.#remember()
    return this.show(this.query ?? '')
  }

  #begin() {
    this.#life?.abort()
    const life = this.#life = new AbortController()
    this.context.signal.addEventListener('abort', () => life.abort(), { once: true, signal: life.signal })
    return life
  }

  #draw(store, sections, signal) {
    const { query } = store
    const hadFocus = this.element.contains(document.activeElement)
    this.store = store
    const grid = this.grid = new Grid(store, sections)
    grid.isSelected = this.selection.has
    const scrubber = new Scrubber(grid)
    const label = h('div', { class: 'grid-label', 'aria-hidden': 'true' })
    const target = this.#target(grid, store)
    listenToGridKeys(grid, target)
    grid.element.addEventListener('scroll', () => showMonth(grid, label), { passive: true })
    grid.addEventListener('moved', () => showMonth(grid, label))
    store.addEventListener('changed', () => this.renew(), { signal })
    store.addEventListener('failed', ({ detail }) => this.#late(detail, grid, signal), { signal })
    this.element.replaceChildren(grid.element, label, scrubber.element)
    const isBack = place.query === query
    grid.active = isBack ? Math.min(place.active, store.total - 1) : 0
    grid.begin(isBack ? Math.min(place.first, store.total - 1) : 0, signal)
    if (hadFocus) grid.element.focus({ preventScroll: true })
  }

  #target(grid, store) {
    return {
      open: (index) => {
        const photo = store.photo(index)
        if (photo) this.context.navigate(photoPath(photo.id, store.query, index))
      },
      toggle: (index, isRange) => this.#toggle(grid, store, index, isRange),
      leave: () => {
        const had = this.selection.size > 0
        this.selection.clear()
        return had
      },
    }
  }

  async #toggle(grid, store, index, isRange) {
    const { anchor } = this.selection
    if (isRange && anchor >= 0) {
      const photos = await store.all(Math.min(anchor, index), Math.max(anchor, index))
      this.selection.add(photos.map(({ id }) => id))
    } else {
      const photo = store.photo(index)
      if (photo) this.selection.toggle(photo.id, index)
    }
    grid.invalidate()
  }

  /** Handles a part that failed to load: it is requested again once the server is back. */
  #late(error, grid, signal) {
    if (error instanceof api.Unreachable) {
      api.connection.addEventListener('found', () => grid.invalidate(), { once: true, signal })
    } else toast(api.sentence(error), { kind: 'problem' })
  }

  #fail(error, query, signal) {
    if (signal.aborted || api.isAbort(error)) return
    if (error instanceof api.Problem && error.status === 422) return this.page.refused(error.detail ?? error.sentence)
    const again = () => this.show(query)
    this.element.replaceChildren(errorState(error, again))
    if (error instanceof api.Unreachable) api.connection.addEventListener('found', again, { once: true, signal })
  }

  #remember() {
    if (this.grid?.layout && this.store.total > 0) place = { query: this.store.query, first: this.grid.first, active: this.grid.active }
  }

  #leave() {
    this.#remember()
    this.#life?.abort()
  }
}

/** Keeps the name of the visible month in sight while its photos scroll by. */
function showMonth(grid, label) {
  const title = grid.layout?.total > 0 ? grid.layout.sectionAt(grid.space.top + 1).title : null
  label.hidden = title === null
  if (label.textContent !== title) label.textContent = title ?? ''
}
