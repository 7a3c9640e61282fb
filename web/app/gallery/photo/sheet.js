import { api } from '../../api.js'
import { button, iconButton } from '../../buttons.js'
import { h, uniqueId } from '../../dom.js'
import { fill, formatNumber, formatSize } from '../../format.js'
import { icon } from '../../icons.js'
import { strings } from '../../strings.js'
import { galleryPath, photoPath } from '../descriptions.js'
import { askForName, facePicture, personPath } from '../people/faces.js'
import { people as peopleTexts } from '../people/texts.js'
import { reasonText } from '../match-reasons.js'
import { Stars } from '../stars.js'
import { Facts } from './facts.js'
import { photoJobs } from './jobs.js'
import { TagEditor } from './tags.js'

const texts = strings.gallery.photo

/** Whether the sheet was open last. There is room for it beside the photo on large screens. */
let wasOpen

/** Everything known about a photo: below it on phones, beside it on large screens. */
export class InfoSheet {
  #versions = h('div', {})

  /** @param {{rate: (rating: number) => void, toggle: () => void, context: import('../../router.js').Context}} page */
  constructor(page) {
    this.page = page
    this.isOpen = wasOpen ?? matchMedia('(min-width: 60rem)').matches
    const titleId = uniqueId('info')
    this.body = h('div', { class: 'photo-side' })
    this.element = h('aside', { class: 'photo-sheet', id: uniqueId('sheet'), 'aria-labelledby': titleId, hidden: !this.isOpen },
      h('div', { class: 'photo-sheet-head' }, h('h2', { id: titleId }, texts.info), iconButton('close', texts.closeInfo, page.toggle)), this.body)
    // In the sheet, Escape closes it, and leaves the page only after that.
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      page.toggle()
    })
  }

  toggle() {
    wasOpen = this.isOpen = !this.isOpen
    this.element.hidden = !this.isOpen
    if (this.isOpen) this.#showVersions()
  }

  focusTags() {
    this.tags?.focus()
  }

  clear() {
    this.tags = this.details = undefined
    this.body.replaceChildren()
  }

  /** @param {object} details @param {Promise<string[]>} why @param {AbortSignal} signal */
  fill(details, why, signal) {
    const isSame = this.details?.photo.id === details.photo.id
    this.details = details
    this.signal = signal
    if (isSame) {
      this.stars.show(details.rating)
      this.#showPeople(details)
      return this.tags.show(details)
    }
    this.stars = new Stars(details.rating, this.page.rate)
    this.tags = new TagEditor(details, signal)
    this.#versions = h('div', {})
    const reasons = h('div', {})
    why.then((lines) => { if (lines.length > 0) reasons.replaceChildren(reasonList(lines)) })
    this.people = h('div', {})
    this.#showPeople(details)
    this.body.replaceChildren(this.stars.element, reasons, this.people, this.tags.element, new Facts(details).element, this.#versions, ...(details.photo.duration === undefined ? [photoJobs(details, this.page.context), similar(details)] : []))
    if (this.isOpen) this.#showVersions()
    return undefined
  }

  /** The recognized faces, from left to right. */
  #showPeople({ knownFaces }) {
    const faces = knownFaces ?? []
    this.people.replaceChildren(...(faces.length === 0 ? [] : [h('section', {}, h('h2', {}, texts.people), h('ul', { class: 'photo-people' }, faces.map((face) => this.#face(face))))]))
  }

  #face({ id, person, name }) {
    return h('li', { class: 'person' },
      h('a', { class: 'person-link', href: personPath(person ?? 'other'), 'aria-label': fill(peopleTexts.open, { name: name ?? peopleTexts.unnamed }) },
        facePicture(id), name ? h('span', { class: 'person-name' }, name) : null),
      person && !name ? button(peopleTexts.addName, () => askForName({ id: person }, this.page.changed)) : null)
  }

  /** Other versions of the same shot. They take a while to find, so only an open sheet asks for them. */
  async #showVersions() {
    const { details, signal } = this
    const place = this.#versions
    if (!details || place.childElementCount > 0) return
    const groups = await api.gallery.duplicates({ signal }).catch(() => [])
    const others = groups.filter(({ kind }) => kind === 'same').map(({ photos }) => photos)
      .find((photos) => photos.some(({ id }) => id === details.photo.id))?.filter(({ id }) => id !== details.photo.id) ?? []
    if (others.length > 0 && place.childElementCount === 0) place.replaceChildren(h('section', {}, h('h2', {}, texts.versions), h('ul', { class: 'photo-versions' }, others.map(version))))
  }
}

const similar = ({ photo }) => h('div', { class: 'photo-actions' },
  h('a', { class: 'button-plain', href: galleryPath(`similar:${photo.id}`) }, icon('like'), texts.similar))

const reasonList = (lines) => h('section', {}, h('h2', {}, texts.why), h('ul', { class: 'why-list' }, lines.map((line) => h('li', {}, reasonText(line)))))

function version({ id, width, height, bytes, paths }) {
  return h('li', {}, h('a', { href: photoPath(id), title: paths[0] },
    h('img', { src: api.gallery.coverURL(id), alt: '', loading: 'lazy', decoding: 'async' }),
    h('span', {}, `${formatNumber(width)} × ${formatNumber(height)} · ${formatSize(bytes)}`)))
}
