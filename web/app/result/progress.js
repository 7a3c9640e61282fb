import { api } from '../api.js'
import { h } from '../dom.js'
import { keptPhoto } from '../intake/kept.js'

/** The screen shown while a photo is read. */
export class Progress {
  #status
  #bar
  #address

  /**
   * @param {{texts: object, photo: string | undefined, cancel: () => void}} options `texts` has a text for each stage
   */
  constructor({ texts, photo, cancel }) {
    this.texts = texts
    this.#status = h('p', { class: 'progress-stage', role: 'status' }, texts.stages.decoding)
    this.#bar = h('progress', { class: 'progress-bar', max: 1, 'aria-label': texts.bar })
    const picture = photo && h('img', { class: 'progress-photo', alt: texts.photo, onerror: () => picture.remove() })
    if (picture) this.#picture(photo).then((address) => { picture.src = address })
    this.heading = h('h1', { tabindex: -1 }, texts.title)
    this.nodes = [
      h('header', { class: 'page-head' }, this.heading),
      h('section', { class: 'reading' },
        h('div', { class: 'progress-frame' }, picture, h('span', { class: 'spinner' })),
        this.#status, this.#bar, h('button', { class: 'button-plain', type: 'button', onclick: cancel }, texts.cancel)),
    ]
  }

  /** Uses the page's own copy of the photo if there is one, instead of downloading it. */
  async #picture(photo) {
    const kept = keptPhoto(photo)
    if (!kept || !/^image\/(jpeg|png|webp)$/.test(kept.blob.type)) return api.photos.viewURL(photo, 1024)
    return (this.#address = URL.createObjectURL(kept.blob))
  }

  /** @param {{stage: string, fraction: number}} progress */
  show({ stage, fraction }) {
    const { stages } = this.texts
    const text = stages[stage] ?? stages.decoding
    if (this.#status.textContent !== text) this.#status.textContent = text
    this.#bar.value = fraction
  }

  close() {
    if (this.#address) URL.revokeObjectURL(this.#address)
  }
}
