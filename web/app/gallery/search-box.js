import { api } from '../api.js'
import { h, uniqueId } from '../dom.js'
import { formatNumber } from '../format.js'
import { icon } from '../icons.js'
import { language } from '../language.js'
import { strings } from '../strings.js'
import { tagName } from './tag-names.js'

const texts = strings.gallery.search
/** Pause in typing before suggestions are fetched, and before the search, in milliseconds. */
const CALM = { suggest: 120, search: 800 }

/** The search field, with suggestions. */
export class SearchBox {
  #list = h('ul', { class: 'search-list', role: 'listbox', id: uniqueId('suggestions'), 'aria-label': texts.suggestions, hidden: true })
  #problem = h('p', { class: 'field-problem', id: uniqueId('problem'), role: 'status' })
  #suggestions = []
  /** Resolves when the last request for suggestions is done. */
  #suggesting = Promise.resolve()
  #at = -1
  #timers = {}
  #asked
  #searched

  /**
   * @param {string} query
   * @param {(query: string, isTyping: boolean) => void} search @param {AbortSignal} signal
   */
  constructor(query, search, signal) {
    this.search = search
    this.signal = signal
    this.#searched = query
    this.input = h('input', { class: 'input search-input', type: 'search', role: 'combobox', value: query,
      'aria-label': texts.label, placeholder: texts.placeholder, autocomplete: 'off', autocapitalize: 'off',
      spellcheck: 'false', enterkeyhint: 'search', 'aria-autocomplete': 'list', 'aria-expanded': 'false',
      'aria-controls': this.#list.id, 'aria-describedby': this.#problem.id })
    this.element = h('form', { class: 'search', role: 'search', onsubmit: (event) => this.#submit(event) },
      icon('search'), this.input, this.#list, this.#problem)
    this.input.addEventListener('input', () => this.#typed())
    this.input.addEventListener('keydown', (event) => this.#key(event))
    this.input.addEventListener('blur', () => setTimeout(() => this.#close(), 150))
    signal.addEventListener('abort', () => Object.values(this.#timers).forEach(clearTimeout), { once: true })
  }

  /** @param {string} query the one to show, if it is a different one */
  set query(query) {
    this.#searched = query
    if (this.input.value.trim() !== query) this.input.value = query
    this.problem = ''
  }

  /** @param {string} text why the query is invalid */
  set problem(text) {
    this.#problem.textContent = text
    if (text) this.input.setAttribute('aria-invalid', 'true')
    else this.input.removeAttribute('aria-invalid')
  }

  focus() {
    this.input.focus()
    this.input.select()
  }

  #submit(event) {
    event.preventDefault()
    this.#find()
    this.#close()
  }

  #typed() {
    clearTimeout(this.#timers.suggest)
    clearTimeout(this.#timers.search)
    this.#timers.suggest = setTimeout(() => { this.#suggesting = this.#suggest() }, CALM.suggest)
    this.#timers.search = setTimeout(() => this.#preview(), CALM.search)
  }

  #find(isTyping = false) {
    clearTimeout(this.#timers.search)
    const query = this.input.value.trim()
    if (query === this.#searched) return
    this.#searched = query
    this.search(query, isTyping)
  }

  /** Searches for the likely completion of a half-typed word, without changing the text in the field. */
  async #preview() {
    const query = this.input.value.trim()
    await this.#suggesting
    if (this.signal.aborted || this.input.value.trim() !== query) return
    const [likeliest] = this.#list.hidden ? [] : this.#suggestions
    if (query === this.#searched || query === '' || !likeliest) return this.#find(true)
    const { total } = await api.gallery.photos({ q: query, limit: 1 }, { signal: this.signal }).catch(() => ({ total: 1 }))
    if (this.signal.aborted || this.input.value.trim() !== query || this.#searched === query) return
    if (total > 0) return this.#find(true)
    this.#searched = query
    this.search(likeliest.query.trim(), true)
  }

  async #suggest() {
    const { value, selectionStart } = this.input
    this.#asked?.abort()
    const asked = this.#asked = new AbortController()
    if (value.trim() === '') return this.#close()
    try {
      const at = [...value.slice(0, selectionStart ?? value.length)].length
      const signal = AbortSignal.any([asked.signal, this.signal])
      this.#show(await api.gallery.suggestions(value, at, language, { signal }))
    } catch {
      // Typing works without suggestions, too.
      if (!asked.signal.aborted) this.#close()
    }
  }

  #show(suggestions) {
    if (document.activeElement !== this.input) return
    this.#suggestions = suggestions.slice(0, 8)
    this.#at = -1
    this.#list.replaceChildren(...this.#suggestions.map((each, index) => this.#option(each, index)))
    const isOpen = this.#suggestions.length > 0
    this.#list.hidden = !isOpen
    this.input.setAttribute('aria-expanded', String(isOpen))
    this.input.removeAttribute('aria-activedescendant')
  }

  #option({ text, kind, count }, index) {
    return h('li', { role: 'option', id: `${this.#list.id}-${index}`, 'aria-selected': 'false',
      onpointerdown: (event) => event.preventDefault(), onclick: () => this.#take(index) },
    h('span', { class: 'search-text' }, tagName(text)), h('span', { class: 'hint' }, texts.kinds[kind] ?? kind),
    count === undefined || count === null ? null : h('span', { class: 'hint search-count' }, formatNumber(count)))
  }

  #take(index) {
    this.input.value = this.#suggestions[index].query
    this.#close()
    this.#find()
    this.input.focus()
  }

  /** Also discards suggestions that have not arrived yet. */
  #close() {
    clearTimeout(this.#timers.suggest)
    this.#asked?.abort()
    this.#at = -1
    this.#list.hidden = true
    this.input.setAttribute('aria-expanded', 'false')
    this.input.removeAttribute('aria-activedescendant')
  }

  #key(event) {
    if (event.isComposing || this.#list.hidden) {
      if (event.key === 'Escape' && this.input.value === '') this.input.blur()
      return
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') this.#choose(event.key === 'ArrowDown' ? 1 : -1)
    else if (event.key === 'Enter' && this.#at >= 0) this.#take(this.#at)
    else if (event.key === 'Escape') this.#close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  #choose(step) {
    const count = this.#suggestions.length
    // One more position than there are suggestions: the one with none selected.
    this.#at = ((this.#at + 1 + step + count + 1) % (count + 1)) - 1
    for (const [index, option] of [...this.#list.children].entries()) {
      option.setAttribute('aria-selected', String(index === this.#at))
    }
    if (this.#at < 0) this.input.removeAttribute('aria-activedescendant')
    else this.input.setAttribute('aria-activedescendant', `${this.#list.id}-${this.#at}`)
  }
}
