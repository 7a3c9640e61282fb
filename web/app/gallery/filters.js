import { api } from '../api.js'
import { h } from '../dom.js'
import { formatNumber } from '../format.js'
import { strings } from '../strings.js'
import { swatch } from './swatch.js'
import { tagName } from './tag-names.js'
import { hasTerm, termsOf, toggledTerm } from './terms.js'

const texts = strings.gallery.filters
/** Maximum number offered of each kind. */
const MOST = { tag: 14, color: 8, kind: 4, year: 8, camera: 4 }

/** Filters that narrow the results, with counts; pressed ones are part of the query. */
export class Filters {
  element = h('div', { class: 'filters', role: 'group', 'aria-label': texts.label })
  #asked

  /** @param {(query: string) => void} search @param {AbortSignal} signal */
  constructor(search, signal) {
    this.search = search
    this.signal = signal
  }

  /** @param {string} query */
  async show(query) {
    this.#asked?.abort()
    const asked = this.#asked = new AbortController()
    try {
      const signal = AbortSignal.any([asked.signal, this.signal])
      this.#fill(query, await api.gallery.facets(query, { signal }))
    } catch {
      // The grid reports the error; the filters are just hidden.
      if (!asked.signal.aborted) this.element.hidden = true
    }
  }

  #fill(query, facets) {
    const offered = Object.entries(MOST).flatMap(([kind, most]) => facets.filter((facet) => facet.kind === kind).slice(0, most))
    const focused = document.activeElement?.closest?.('.filter')?.dataset.term
    const known = new Set(offered.map(({ term }) => term.toLowerCase()))
    // Terms in the query can always be removed, even if there is nothing left to count.
    const others = termsOf(query).filter((term) => term.includes(':') && !known.has(term.toLowerCase()))
    const chips = [
      ...others.map((term) => this.#chip(query, { term, name: term.replace(/^\w+:|"/g, ''), kind: '' })),
      ...offered.filter(({ term }) => hasTerm(query, term)).map((facet) => this.#chip(query, facet)),
      ...offered.filter(({ term }) => !hasTerm(query, term)).map((facet) => this.#chip(query, facet)),
    ]
    this.element.replaceChildren(...chips)
    this.element.hidden = chips.length === 0
    if (focused) chips.find((chip) => chip.dataset.term === focused)?.focus()
  }

  #chip(query, { kind, name, count, term }) {
    const isOn = hasTerm(query, term)
    return h('button', { class: 'filter', type: 'button', 'aria-pressed': String(isOn), dataset: { term },
      onclick: () => this.search(toggledTerm(query, term)) },
    kind === 'color' ? swatch(name) : null, h('span', {}, strings.gallery.photo.kinds[name] ?? tagName(name)),
    count === undefined ? null : h('span', { class: 'filter-count' }, formatNumber(count)))
  }
}
