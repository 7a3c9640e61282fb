import { api } from '../api.js'
import { h, uniqueId } from '../dom.js'
import { formatClock } from '../format.js'
import { icon } from '../icons.js'
import { reasonText } from './match-reasons.js'
import { paintPlaceholder, SIDE } from './placeholder.js'
import { starWords } from './stars.js'
import { photoLabel, photoPath } from './descriptions.js'

/** One photo in the grid; the cell is reused for other photos together with its row. */
export class Cell {
  /** @type {number} index of the photo; -1 for none */
  index = -1
  photo
  #version = ''

  constructor() {
    this.canvas = h('canvas', { width: SIDE, height: SIDE })
    this.context = this.canvas.getContext('2d', { willReadFrequently: true })
    this.image = h('img', { alt: '', decoding: 'async', draggable: 'false' })
    this.link = h('a', { class: 'grid-link', tabindex: '-1' }, this.canvas, this.image)
    this.check = h('span', { class: 'grid-check', 'aria-hidden': 'true' }, icon('check'))
    this.stars = h('span', { class: 'grid-stars', 'aria-hidden': 'true', hidden: true })
    this.length = h('span', { class: 'grid-length', 'aria-hidden': 'true', hidden: true })
    this.element = h('div', { class: 'grid-cell', role: 'gridcell', id: uniqueId('photo') }, this.link, this.check, this.stars, this.length)
    this.image.addEventListener('load', () => this.element.classList.add('is-loaded'))
    this.element.cell = this
  }

  /** @param {number} index @param {number} column */
  place(index, column) {
    this.element.hidden = index < 0
    this.element.setAttribute('aria-colindex', column + 1)
    if (this.index !== index) this.#clear()
    this.index = index
  }

  /** @param {object} photo @param {string} query */
  show(photo, query) {
    if (this.photo === photo) return
    this.photo = photo
    this.element.classList.remove('is-empty')
    if (!paintPlaceholder(this.context, photo.placeholder)) this.context.clearRect(0, 0, SIDE, SIDE)
    this.link.href = photoPath(photo.id, query, this.index)
    this.link.title = query ? (photo.why ?? []).map(reasonText).join('; ') : ''
    this.link.setAttribute('aria-label', photo.rating > 0 ? `${photoLabel(photo)}; ${starWords(photo.rating)}` : photoLabel(photo))
    this.length.hidden = photo.duration === undefined
    this.length.textContent = photo.duration > 0 ? `▶ ${formatClock(photo.duration)}` : '▶'
    this.stars.hidden = !(photo.rating > 0)
    this.stars.textContent = photo.rating > 0 ? `★ ${photo.rating}` : ''
  }

  /** Loads the thumbnail. */
  load() {
    const version = this.photo ? `${this.photo.id}-${this.photo.version}` : ''
    if (!this.photo || version === this.#version) return
    this.#version = version
    this.image.src = api.gallery.thumbnailURL(this.photo)
    if (this.image.complete && this.image.naturalWidth > 0) this.element.classList.add('is-loaded')
  }

  /** @param {boolean} isSelected @param {boolean} isActive whether keys act on it */
  mark(isSelected, isActive) {
    this.element.setAttribute('aria-selected', String(isSelected))
    this.element.classList.toggle('is-active', isActive)
  }

  #clear() {
    this.photo = undefined
    this.element.classList.remove('is-loaded')
    this.element.classList.add('is-empty')
    this.context.clearRect(0, 0, SIDE, SIDE)
    // Removing the URL cancels a pending download.
    if (this.#version) this.image.removeAttribute('src')
    this.#version = ''
    this.link.removeAttribute('href')
    this.link.title = ''
    this.link.setAttribute('aria-label', '…')
    this.stars.hidden = true
    this.length.hidden = true
  }
}
