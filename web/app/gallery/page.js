import { api } from '../api.js'
import { outer } from '../base.js'
import { h } from '../dom.js'
import { iconButton } from '../buttons.js'
import { fill, formatNumber } from '../format.js'
import { pullToRefresh } from '../gestures/pull.js'
import { icon } from '../icons.js'
import { errorState, loadingState } from '../states.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { AlbumHead } from './album-head.js'
import { askForTag } from './tag-dialog.js'
import { Filters } from './filters.js'
import { foldersLink } from './folders.js'
import { galleryHeader } from './header.js'
import { IndexerLine } from './indexer-line.js'
import { PhotosPane } from './pane.js'
import { ratePhotos } from './rating.js'
import { SearchBox } from './search-box.js'
import { sender } from './sending/sender.js'
import { SendingStrip } from './sending/strip.js'
import { askForPhotos, sendButton, takeDrops } from './sending/ways.js'
import { Selection } from './selection.js'
import { hasSamples, SampleLine } from './samples.js'
import { indexing as indexingTexts } from './texts.js'
import { SelectionBar } from './selection-bar.js'
import { folderNotices, lockedState, noLibrary } from './states.js'
import { countText, galleryPath } from './descriptions.js'

const texts = strings.gallery
/** How often an empty library asks whether there are folders, in milliseconds. */
const WATCH = 4000
/** Maximum waiting time, in milliseconds. */
const PATIENCE = 10_000
/** Matches queries for hidden photos. */
const hidden = /(^|[^-\w])(is|tag):hidden\b/i

/** Whether the user asked to see hidden photos. It lasts until other photos are shown. */
let showsHidden = false

/** The photo library. @type {import('../router.js').Mount} */
export function mount(root, context) {
  return new GalleryPage(root, context).open()
}

/** All photos, or those that match a query. */
class GalleryPage {
  #state = { folders: [], canAdd: false }
  #selection = new Selection()
  #wasTyping = false
  #takesDrops = false
  /** The time until which photos of a new folder are awaited. */
  #coming = 0

  constructor(root, context) {
    this.context = context
    this.query = context.query.get('q') ?? ''
    const { signal } = context
    const album = context.query.get('album')
    this.album = album ? new AlbumHead(album, this.query, { edit: () => this.#editAlbum(), leave: () => this.#leaveAlbum(), close: () => this.find('') }) : null
    this.search = new SearchBox(this.query, (query, isTyping) => this.find(query, isTyping), signal)
    this.filters = new Filters((query) => this.find(query), signal)
    this.count = h('p', { class: 'gallery-count hint', role: 'status' })
    this.save = iconButton('album', texts.saveAlbum, () => this.#saveAlbum())
    this.save.hidden = true
    this.trouble = h('div', { class: 'folder-notice', role: 'status' })
    this.indexer = new IndexerLine(() => this.pane.renew(), signal, (reason) => this.#tellTrouble(reason))
    this.notices = h('div', { class: 'gallery-notices' })
    this.pane = new PhotosPane(context, this.#selection, {
      coming: () => (!this.indexer.isAtWork && Date.now() > this.#coming ? 'empty' : this.indexer.isHalted ? 'halted' : 'coming'), found: (store) => this.#found(store), refused: (text) => { this.search.problem = text },
    })
    this.bar = new SelectionBar(this.#selection, {
      api, canExport: () => this.#state.canAdd, canTrash: () => this.#state.canAdd && !hasSamples(this.#state), query: () => this.query, tags: () => this.pane.knownTags, find: (query) => this.find(query),
      changed: () => Promise.all([this.pane.renew(), this.filters.show(this.query)]), rate: (photos, rating) => this.#rate(photos, rating),
    })
    this.sending = new SendingStrip(signal)
    this.samples = new SampleLine(() => this.open())
    this.send = sendButton()
    sender.addEventListener('arrived', () => { if (this.#state.folders.every(({ isSample }) => isSample) && Date.now() > this.#coming) this.#begun() }, { signal })
    this.unread = h('a', { class: 'gallery-problems', href: '/gallery/problems', hidden: true }, icon('warning'))
    this.filtering = iconButton('filter', texts.filters.show, () => this.#showFilters())
    this.filtering.classList.add('filter-button')
    this.filtering.setAttribute('aria-expanded', 'false')
    this.tools = h('div', { class: 'gallery-tools' }, this.search.element, this.filters.element,
      h('div', { class: 'gallery-line' }, this.count, this.save, this.unread, this.filtering, this.send, foldersLink()))
    // Lines about folders above would move them.
    this.tools.style.visibility = 'hidden'
    root.classList.add('is-grid')
    this.#selection.addEventListener('changed', () => root.classList.toggle('has-selection', this.#selection.size > 0))
    root.classList.toggle('is-album', Boolean(this.album))
    this.root = root
    // Lines that come and go stand below the photos, so that no photo moves away from under a finger.
    root.append(galleryHeader('photos'), this.album?.element ?? '', this.notices,
      h('div', { class: 'gallery-top' }, this.tools, this.bar.element), this.pane.element, this.samples.element, this.sending.element, this.indexer.element)
    this.#registerKeys()
    pullToRefresh(() => this.open(), signal)
  }

  async open() {
    const { signal } = this.context
    const timer = setTimeout(() => this.pane.element.replaceChildren(loadingState()), 200)
    try {
      this.#state = await api.gallery.state({ signal })
      clearTimeout(timer)
      await this.#show()
    } catch (error) {
      clearTimeout(timer)
      if (signal.aborted || api.isAbort(error)) return
      this.pane.showInstead(errorState(error, () => this.open()))
      if (error instanceof api.Unreachable) api.connection.addEventListener('found', () => this.open(), { once: true, signal })
    }
  }

  /** Handles a new folder: it is not known to be empty before the indexer has scanned it. */
  #begun() {
    this.#coming = Date.now() + PATIENCE
    setTimeout(() => { if (!this.context.signal.aborted) this.pane.renew() }, PATIENCE)
    return this.open()
  }

  async #show() {
    const { folders, indexing, problems, inbox } = this.#state
    this.tools.hidden = folders.length === 0
    this.tools.style.visibility = ''
    this.send.hidden = !inbox
    this.samples.show(this.#state)
    if (inbox && !this.#takesDrops) takeDrops(this.context.signal)
    this.#takesDrops ||= Boolean(inbox)
    // Only photos scroll by themselves.
    this.root.classList.toggle('is-grid', folders.length > 0)
    if (folders.length === 0) {
      this.#await()
      return this.pane.showInstead(noLibrary(this.#state, () => this.#begun(), inbox && askForPhotos))
    }
    this.notices.replaceChildren(...folderNotices(folders))
    this.unread.hidden = problems === 0
    this.unread.replaceChildren(icon('warning'), h('span', {}, fill(texts.unread, { count: problems })))
    this.indexer.begin(indexing)
    if (!hidden.test(this.query)) showsHidden = false
    else if (!showsHidden) return this.pane.showInstead(lockedState(() => this.#unlock()))
    return Promise.all([this.pane.show(this.query), this.filters.show(this.query)])
  }

  /** Notices a folder that is added elsewhere: on the command line, or by another device. */
  async #await() {
    const { signal } = this.context
    await new Promise((resolve) => { setTimeout(resolve, WATCH) })
    if (signal.aborted || this.#state.folders.length > 0) return
    const state = document.hidden ? this.#state : await api.gallery.state({ signal }).catch(() => this.#state)
    if (signal.aborted || this.#state.folders.length > 0) return
    if (state.folders.length > 0) this.#begun()
    else this.#await()
  }

  #unlock() {
    showsHidden = true
    return this.#show()
  }

  /** Shows the search of an album, which changes it. */
  #editAlbum() {
    this.root.classList.add('is-editing')
    this.search.focus()
  }

  #showFilters() {
    const isShown = this.root.classList.toggle('has-filters')
    this.filtering.setAttribute('aria-expanded', String(isShown))
  }

  /** @param {string} query @param {boolean} [isTyping] whether the user is still typing */
  find(query, isTyping = false) {
    this.query = query
    const isEditing = this.album?.changes(query, this.root.classList.contains('is-editing'))
    if (!isEditing) this.#leaveAlbum()
    if (hidden.test(query) && !showsHidden) showsHidden = true
    if (!isTyping) this.search.query = query
    // Going back leads through the filters; everything typed is one step.
    const path = galleryPath(query, this.album?.name)
    if (isTyping && this.#wasTyping) this.context.replaceURL(path)
    else history.pushState(null, '', outer(path))
    this.#wasTyping = isTyping
    this.#selection.clear()
    return Promise.all([this.pane.show(query), this.filters.show(query)])
  }

  #leaveAlbum() {
    this.album?.element.remove()
    this.album = null
    this.root.classList.remove('is-album', 'is-editing')
  }

  /** @param {import('./store.js').PhotoStore} store */
  #found({ total, sure, videos }) {
    this.search.problem = ''
    this.tools.classList.toggle('is-search', this.query !== '')
    this.save.hidden = this.query === '' || total === 0 || Boolean(this.album)
    const isComing = this.query === '' && this.indexer.isAtWork
    const parts = [sure > 0 || total === 0 ? isComing ? fill(texts.photosSoFar, { count: sure }) : total > sure ? fill(texts.photos, { count: sure }) : countText(sure, videos) : '',
      total > sure ? fill(texts.photosPerhaps, { count: formatNumber(total - sure) }) : '']
    this.count.textContent = isComing && total === 0 ? '' : parts.filter(Boolean).join(' · ')
  }

  /** @param {string | undefined} reason why photos get no tags */
  #tellTrouble(reason) {
    if (!reason) return this.trouble.remove()
    this.trouble.replaceChildren(icon('warning'), h('p', {}, fill(indexingTexts.trouble, { reason: reason.replace(/\.$/, '') })))
    return this.notices.append(this.trouble)
  }

  #rate(photos, rating) {
    return ratePhotos(photos, rating, (isUndone) => (isUndone ? this.pane.renew() : this.pane.rated(photos, rating)))
  }

  /** Rates the selected photos, or else the active one. */
  #rateByKey(rating) {
    const { activePhoto } = this.pane
    const photos = this.#selection.size > 0 ? this.#selection.ids : activePhoto ? [activePhoto.id] : []
    if (photos.length === 0) return false
    this.#rate(photos, rating)
    return true
  }

  async #saveAlbum() {
    const name = await askForTag({ title: texts.saveAlbum, action: texts.save, label: texts.albumName, value: this.query })
    if (!name) return
    try {
      const album = await api.gallery.addAlbum(name, this.query)
      toast(texts.albumSaved, { undo: () => api.gallery.removeAlbum(album.id).catch((error) => toast(api.sentence(error), { kind: 'problem' })) })
    } catch (error) {
      toast(api.sentence(error), { kind: 'problem' })
    }
  }

  #registerKeys() {
    this.context.keys.add([
      { keys: ['/'], text: texts.keys.search, run: () => this.search.focus() },
      { keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], text: texts.keys.move, run: () => this.pane.focus() },
      { keys: ['Home', 'End'], text: texts.keys.ends, run: () => false },
      { keys: ['Enter'], text: texts.keys.open, run: () => false },
      { keys: ['x', ' '], text: texts.keys.select, run: () => false },
      { keys: ['0', '1', '2', '3', '4', '5'], isRange: true, text: texts.keys.rate, run: ({ key }) => this.#rateByKey(Number(key)) },
      { keys: ['Delete'], text: texts.keys.trash, run: () => (this.#selection.size > 0 ? void this.bar.trash() : false) },
      { keys: ['Escape'], text: texts.keys.none, run: () => (this.#selection.size > 0 ? this.#selection.clear() : false) },
    ])
  }
}
