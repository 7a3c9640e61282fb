import { api } from '../api.js'
import { button } from '../buttons.js'
import { h } from '../dom.js'
import { strings } from '../strings.js'

const texts = strings.count.progress

/** The steps that a person sees, and which of them each stage of the server is part of. */
const steps = ['detecting', 'clustering', 'complete']
const stepOf = { embedding: 1, clustering: 1, searching: 1, measuring: 1, keeping: 2, complete: 2 }

/** What is seen while the photo is being counted. */
export class Progress {
  #life = new AbortController()

  /** @param {{photo: string | null, cancel: () => void}} options */
  constructor({ photo, cancel }) {
    this.bar = h('progress', { class: 'count-bar', max: '1', value: 0, 'aria-label': texts.bar })
    this.items = steps.map((step) => h('li', {}, texts.stages[step]))
    this.detail = h('p', { class: 'hint', role: 'status' })
    this.nodes = [
      h('header', { class: 'page-head' }, h('h1', {}, texts.title)),
      h('section', { class: 'count-progress' },
        photo && h('img', { class: 'count-preview', src: api.photos.viewURL(photo, 1024), alt: '' }),
        h('ol', { class: 'count-steps' }, this.items), this.bar, this.detail, button(texts.cancel, cancel)),
    ]
    api.connection.addEventListener('lost', () => { this.detail.textContent = texts.lost }, { signal: this.#life.signal })
    this.show({ stage: 'waiting', fraction: 0 })
  }

  /** @param {{stage: string, fraction: number}} progress */
  show({ stage, fraction }) {
    this.bar.value = fraction
    const text = texts.details[stage] ?? ''
    if (this.detail.textContent !== text) this.detail.textContent = text
    this.items.forEach((item, index) => {
      const step = stepOf[stage] ?? 0
      item.className = index < step ? 'is-done' : ''
      if (index === step) item.setAttribute('aria-current', 'step')
      else item.removeAttribute('aria-current')
    })
  }

  close() {
    this.#life.abort()
  }
}
