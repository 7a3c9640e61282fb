import { button } from '../buttons.js'
import { h } from '../dom.js'
import { fill, formatSize } from '../format.js'
import { loadingState } from '../states.js'
import { strings } from '../strings.js'

const texts = strings.intake

/** The original photo, upright, before anything is done with it. */
export class Review {
  /**
   * @param {{heading: string, name: string, action: string, extra?: Node, accept: () => void, another: () => void,
   *   isShot: boolean, cancel: () => void}} options `isShot`: whether the photo was just taken with the viewfinder
   */
  constructor({ heading, name, action, extra, isShot, accept, another, cancel }) {
    this.name = name
    this.frame = h('div', { class: 'review-frame' }, loadingState(texts.preparing))
    this.facts = h('p', { class: 'hint' })
    this.bar = h('progress', { class: 'review-progress', max: '1', 'aria-label': texts.sending, hidden: true })
    this.status = h('p', { class: 'review-status', role: 'status' })
    this.accept = button(action, accept, 'button')
    this.another = button(isShot ? texts.again : texts.another, another)
    this.cancel = button(texts.cancel, cancel)
    this.cancel.hidden = true
    this.nodes = [
      h('header', { class: 'page-head' }, h('h1', {}, heading)),
      h('section', { class: 'review' }, this.frame,
        h('div', { class: 'review-side' },
          h('p', {}, texts.review), this.facts, extra, this.status, this.bar,
          h('div', { class: 'review-actions' }, this.accept, this.another, this.cancel))),
    ]
  }

  /** @param {string} address URL of a picture @returns {Promise<boolean>} whether the browser can show it */
  async show(address) {
    const image = h('img', { class: 'review-photo', alt: this.name ? fill(texts.photo, { name: this.name }) : texts.unnamed, src: address })
    try {
      await image.decode()
    } catch {
      return false
    }
    this.frame.replaceChildren(image)
    return true
  }

  tell(photo) {
    const { width, bytes } = photo
    this.facts.textContent = [width && fill(texts.pixels, photo), bytes && formatSize(bytes)].filter(Boolean).join(' · ')
  }

  /** @param {number | null} fraction of the photo that has been sent; null when all of it has */
  progress(fraction) {
    this.bar.hidden = fraction === null
    if (fraction !== null) this.bar.value = fraction
  }

  /** Shows that the user is waiting. @param {string} text for what */
  wait(text) {
    this.status.textContent = text
    this.accept.disabled = true
    this.another.hidden = true
    this.cancel.hidden = false
    this.cancel.focus()
  }

  /** Ends the waiting after a cancellation. */
  rest() {
    this.status.textContent = ''
    this.accept.disabled = false
    this.another.hidden = false
    this.cancel.hidden = true
    this.accept.focus()
  }
}
