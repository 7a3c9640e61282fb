import { h } from '../dom.js'

/** The screen that is shown while a photo is read. */
export class Progress {
  #status
  #bar
  #photo

  /**
   * @param {{texts: object, picture: string | undefined, cancel: () => void}} options `texts` has the words of each
   *   stage; `picture` is the address of the photo
   */
  constructor({ texts, picture, cancel }) {
    this.texts = texts
    this.#status = h('p', { class: 'progress-stage', role: 'status' }, texts.stages.decoding)
    this.#bar = h('progress', { class: 'progress-bar', max: 1, 'aria-label': texts.bar })
    this.#photo = picture && h('img', { class: 'progress-photo', src: picture, alt: texts.photo,
      onerror: () => this.#photo.remove() })
    this.heading = h('h1', { tabindex: -1 }, texts.title)
    this.cancel = h('button', { class: 'button-plain', type: 'button', onclick: cancel }, texts.cancel)
    this.nodes = [
      h('header', { class: 'page-head' }, this.heading),
      h('section', { class: 'reading' },
        h('div', { class: 'progress-frame' }, this.#photo, h('span', { class: 'spinner' })),
        this.#status, this.#bar, this.cancel),
    ]
  }

  /** @param {{stage: string, fraction: number}} progress */
  show({ stage, fraction }) {
    const { stages } = this.texts
    const text = stages[stage] ?? stages.decoding
    if (this.#status.textContent !== text) this.#status.textContent = text
    this.#bar.value = fraction
  }
}
