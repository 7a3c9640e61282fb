import { h } from '../dom.js'
import { strings } from '../strings.js'

const texts = strings.rack.progress

/** The screen that is shown while a box is read. */
export class Progress {
  #status = h('p', { class: 'progress-stage', role: 'status' }, texts.stages.decoding)
  #bar = h('progress', { class: 'progress-bar', max: 1, 'aria-label': texts.bar })
  #photo

  /** @param {{picture: string | undefined, cancel: () => void}} options `picture` is the address of the photo */
  constructor({ picture, cancel }) {
    this.#photo = picture && h('img', { class: 'progress-photo', src: picture, alt: texts.photo,
      onerror: () => this.#photo.remove() })
    this.heading = h('h1', { tabindex: -1 }, texts.title)
    this.cancel = h('button', { class: 'button-plain', type: 'button', onclick: cancel }, texts.cancel)
    this.nodes = [
      h('header', { class: 'page-head' }, this.heading),
      h('section', { class: 'rack-progress' },
        h('div', { class: 'progress-frame' }, this.#photo, h('span', { class: 'spinner' })),
        this.#status, this.#bar, this.cancel),
    ]
  }

  /** @param {{stage: string, fraction: number}} progress */
  show({ stage, fraction }) {
    const text = texts.stages[stage] ?? texts.stages.decoding
    if (this.#status.textContent !== text) this.#status.textContent = text
    this.#bar.value = fraction
  }
}
