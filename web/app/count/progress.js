import { api } from '../api.js'
import { button } from '../buttons.js'
import { h } from '../dom.js'
import { keptPhoto } from '../intake/kept.js'
import { strings } from '../strings.js'

const texts = strings.count.progress

/** The steps shown to the user, each covering some of the server's stages. */
const steps = ['detecting', 'clustering', 'complete']
const stepOf = { embedding: 1, clustering: 1, searching: 1, measuring: 1, keeping: 2, complete: 2 }

/** Reserves the room for the preview before it has loaded. */
function preview(photo) {
  const { width, height } = keptPhoto(photo)?.photo ?? {}
  const picture = h('img', { class: 'count-preview', alt: '', width, height })
  api.photos.viewURL(photo, 1024).then((address) => { picture.src = address })
  return picture
}

/** The screen shown while the photo is being counted. */
export class Progress {
  #life = new AbortController()

  /**
   * @param {{photo: string | null, isDone: boolean, cancel: () => void}} options `isDone`: this browser has shown the
   *   result before
   */
  constructor({ photo, isDone, cancel }) {
    this.bar = h('progress', { class: 'count-bar', max: '1', value: 0, 'aria-label': texts.bar })
    this.items = steps.map((step) => h('li', {}, texts.stages[step]))
    this.detail = h('p', { class: 'hint', role: 'status' })
    this.nodes = [
      h('header', { class: 'page-head' }, h('h1', {}, isDone ? texts.opening : texts.title)),
      h('section', { class: 'count-progress' },
        photo && preview(photo),
        !isDone && h('ol', { class: 'count-steps' }, this.items), !isDone && this.bar, this.detail, button(texts.cancel, cancel)),
    ]
    const tellLost = () => { this.detail.textContent = isDone ? texts.lostDone : texts.lost }
    api.connection.addEventListener('lost', tellLost, { signal: this.#life.signal })
    if (api.connection.isLost) tellLost()
    else if (!isDone) this.show({ stage: 'waiting', fraction: 0 })
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
