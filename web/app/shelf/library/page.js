import { api } from '../../api.js'
import { h, uniqueId } from '../../dom.js'
import { fill } from '../../format.js'
import { icon } from '../../icons.js'
import { load, messageState } from '../../states.js'
import { strings } from '../../strings.js'
import { toast } from '../../toast.js'
import { BookDetail } from './detail.js'
import { bookRow, nameOf } from './row.js'
import { Spines } from './spines.js'

const texts = strings.books
const PAGE = 100
/** Pause in typing before the search, in milliseconds. */
const PAUSE = 120

/** The books of all photos: do I have it, and where? @type {import('../../router.js').Mount} */
export function mount(root, context) {
  const page = new LibraryPage(root, context)
  page.start()
  return () => page.detail.close()
}

class LibraryPage {
  #asked = new AbortController()
  #joining = null
  #timer = 0

  constructor(root, context) {
    Object.assign(this, { root, context })
    const { query } = context
    this.question = { q: query.get('q') ?? '', place: query.get('place') ?? '', status: query.get('status') ?? '' }
    this.rows = h('ul', { class: 'library-list' })
    this.spines = new Spines(context.signal)
    this.body = h('div', { class: 'library-body' })
    this.summary = h('p', { class: 'hint', role: 'status' })
    this.banner = h('div', { class: 'library-joining', role: 'status', hidden: true })
    this.detail = new BookDetail(context, {
      close: () => this.#close(), join: (book) => this.#join(book), say: (two, same) => this.#say(two, same),
    })
    this.#layout()
    context.signal.addEventListener('abort', () => clearTimeout(this.#timer))
    context.keys.add([
      { keys: ['/'], text: texts.keys.search, run: () => this.field.focus() },
      { keys: ['Escape'], text: texts.keys.back, run: () => (this.detail.book ? this.#close() : false) },
    ])
  }

  #layout() {
    const placeId = uniqueId('place')
    this.field = h('input', { class: 'input', type: 'search', value: this.question.q, placeholder: texts.searchHint,
      'aria-label': texts.search, autocomplete: 'off', enterkeyhint: 'search', oninput: ({ target }) => this.#type(target.value) })
    this.places = h('select', { class: 'select', id: placeId, onchange: ({ target }) => this.#ask({ place: target.value }) })
    const status = uniqueId('status')
    const choice = (value, text) => h('label', {}, h('input', { type: 'radio', name: status, value,
      checked: this.question.status === value, onchange: () => this.#ask({ status: value }) }), h('span', {}, text))
    this.root.append(
      h('a', { class: 'back-link', href: '/shelf' }, icon('back'), strings.shelf.title),
      h('header', { class: 'page-head' }, h('h1', {}, texts.title)),
      h('div', { class: 'library' },
        h('section', { class: 'library-side', 'aria-label': texts.list },
          h('div', { class: 'library-search' }, this.field,
            h('label', { class: 'library-place', for: placeId }, texts.place, this.places),
            h('fieldset', { class: 'segments' }, h('legend', { class: 'visually-hidden' }, texts.filter),
              choice('', texts.filters.all), choice('missing', texts.filters.missing))),
          this.banner, this.summary, this.body),
        this.detail.element))
  }

  async start() {
    this.#fillPlaces()
    await this.#load()
    const id = this.context.query.get('book')
    if (id) this.#open(id)
  }

  async #fillPlaces() {
    const { signal } = this.context
    const places = await api.books.places({ signal }).catch(() => [])
    const all = new Map(places.flatMap(({ place }) => {
      const parts = place.split(' / ')
      return parts.map((_, index) => [parts.slice(0, index + 1).join(' / '), index])
    }))
    this.places.replaceChildren(h('option', { value: '' }, texts.everywhere), ...[...all].map(([place, depth]) => (
      h('option', { value: place, selected: place === this.question.place }, '\u2003'.repeat(depth) + place.split(' / ').at(-1)))))
    this.places.parentElement.hidden = all.size === 0
  }

  #type(words) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#ask({ q: words.trim() }), PAUSE)
  }

  #ask(change) {
    Object.assign(this.question, change)
    this.#tellAddress()
    return this.#load()
  }

  #tellAddress() {
    const given = Object.entries({ ...this.question, book: this.detail.book?.id }).filter(([, value]) => value)
    this.context.replaceURL(given.length > 0 ? `/shelf/books?${new URLSearchParams(given)}` : '/shelf/books')
  }

  #load() {
    this.#asked.abort()
    this.#asked = new AbortController()
    const signal = AbortSignal.any([this.context.signal, this.#asked.signal])
    return load(this.body, signal, () => api.books.find({ ...this.question, limit: PAGE }, { signal }), (page) => {
      this.rows.replaceChildren()
      this.spines.clear()
      return this.#show(page)
    })
  }

  #show({ books, total, all }) {
    this.summary.textContent = all === 0 ? '' : fill(total === all ? strings.words.books : texts.found, { total, count: all })
    if (all === 0) {
      return messageState({ icon: 'shelf', title: texts.empty.title, text: texts.empty.text,
        actions: [h('a', { class: 'button', href: '/shelf' }, texts.empty.action)] })
    }
    if (total === 0) return messageState({ icon: 'search', title: texts.none.title, text: texts.none.text })
    this.rows.append(...books.map((book) => bookRow(book, (chosen) => this.#choose(chosen), this.spines.place(book))))
    this.#follow()
    const more = this.rows.children.length < total && h('button', { class: 'button-plain library-more', type: 'button',
      onclick: () => this.#more() }, texts.more)
    return [this.rows, more, this.#exports()].filter(Boolean)
  }

  async #more() {
    const { signal } = this.context
    try {
      const page = await api.books.find({ ...this.question, limit: PAGE, offset: this.rows.children.length }, { signal })
      this.body.replaceChildren(...this.#show(page))
    } catch (error) {
      if (!api.isAbort(error)) toast(api.sentence(error), { kind: 'problem' })
    }
  }

  #exports() {
    return h('details', { class: 'library-exports' }, h('summary', {}, texts.save),
      h('div', { class: 'button-row' }, Object.entries(texts.forms).map(([form, text]) => h('a', {
        class: 'button-plain', download: '',
        href: api.books.tableURL({ ...this.question, form: form === 'own' ? '' : form }),
      }, text))))
  }

  #choose(book) {
    if (this.#joining && this.#joining.id !== book.id) return this.#say([this.#joining.id, book.id], true)
    this.#stopJoining()
    this.#present(book)
  }

  async #open(id) {
    const { signal } = this.context
    const book = await api.books.get(id, { signal }).catch(() => null)
    if (book && !signal.aborted) this.#present(book)
  }

  #present(book) {
    this.detail.show(book)
    this.root.classList.add('has-book')
    this.#follow()
    this.#tellAddress()
    this.detail.title.focus({ preventScroll: true })
    if (getComputedStyle(this.rows).display === 'none' || innerWidth < 800) scrollTo(0, 0)
  }

  #close() {
    const id = this.detail.book?.id
    this.detail.close()
    this.root.classList.remove('has-book')
    this.#follow()
    this.#tellAddress()
    const row = [...this.rows.children].find(({ dataset }) => dataset.id === id)
    row?.querySelector('button').focus()
  }

  #follow() {
    for (const row of this.rows.children) {
      if (row.dataset.id === this.detail.book?.id) row.setAttribute('aria-current', 'true')
      else row.removeAttribute('aria-current')
    }
  }

  #join(book) {
    this.#joining = book
    this.root.classList.remove('has-book')
    this.banner.hidden = false
    this.banner.replaceChildren(h('p', {}, fill(texts.joining, { title: nameOf(book) })),
      h('button', { type: 'button', class: 'button-plain', onclick: () => this.#stopJoining() }, texts.cancelJoin))
    this.field.focus()
  }

  #stopJoining() {
    this.#joining = null
    this.banner.hidden = true
  }

  async #say(two, same) {
    this.#stopJoining()
    try {
      const book = await api.books.say(two, same)
      await this.#load()
      this.#present(book)
      if (same === null) toast(texts.takenBack)
      else toast(same ? texts.joined : texts.parted, { undo: () => this.#say(two, null) })
    } catch (error) {
      toast(api.sentence(error), { kind: 'problem' })
    }
  }
}
