import { api } from '../../api.js'
import { h } from '../../dom.js'
import { canShare } from '../../files.js'
import { icon } from '../../icons.js'
import { strings } from '../../strings.js'
import { toast } from '../../toast.js'
import { favorPhotos, hidePhotos } from '../tagging.js'
import { trashPhotos } from '../trash.js'

const texts = strings.gallery.photo

/** The most frequent actions for a photo, at the bottom of phones. */
export class PhotoTools {
  #details

  /**
   * @param {{hidden: (isHidden: boolean) => void, trashed: (isBack: boolean) => void, changed: () => void, toggle: () => void, context: import('../../router.js').Context}} page
   * @param {import('./sheet.js').InfoSheet} sheet
   */
  constructor(page, sheet) {
    this.page = page
    this.sharing = canShare('image/jpeg') ? tool('share', strings.gallery.share, () => this.#share()) : null
    this.heart = tool('heart', texts.favorite, () => this.favor())
    this.info = tool('info', texts.info, () => page.toggle())
    this.info.setAttribute('aria-controls', sheet.element.id)
    this.showSheet(sheet.isOpen)
    this.hiding = tool('hidden', texts.hide, () => this.#hide())
    this.saving = h('a', { class: 'photo-tool', 'aria-label': texts.save, title: texts.save }, icon('download'), h('span', {}, texts.saveShort))
    this.trashing = tool('trash', texts.trash, () => this.trash())
    this.allowTrash(false)
    this.element = h('div', { class: 'photo-tools', role: 'group', 'aria-label': texts.actions },
      this.sharing, this.heart, this.info, this.hiding, this.saving, this.trashing)
  }

  /**
   * Only on the computer itself are files moved. The button keeps its place, because this is known late.
   *
   * @param {boolean} canTrash
   */
  allowTrash(canTrash) {
    this.canTrash = canTrash
    this.trashing.classList.toggle('is-out', !canTrash)
  }

  /** Prepares for a photo whose details are not known yet. @param {{id: number, name: string}} photo */
  clear(photo) {
    this.#details = undefined
    this.photo = photo
    this.saving.href = api.gallery.originalURL(photo.id)
    this.saving.download = photo.name
    this.#mark(false, false)
  }

  /** @param {object} details */
  fill(details) {
    this.#details = details
    const names = details.tags.map(({ name }) => name)
    this.#mark(names.includes('favorite'), names.includes('hidden'))
  }

  /** Adds the photo to the favorites, or removes it. */
  async favor() {
    if (this.#details) await favorPhotos([this.photo.id], this.heart.getAttribute('aria-pressed') !== 'true', this.page.changed)
  }

  /** @param {boolean} isOpen */
  showSheet(isOpen) {
    this.info.setAttribute('aria-expanded', String(isOpen))
  }

  #mark(isFavorite, isHidden) {
    this.isHidden = isHidden
    this.heart.setAttribute('aria-pressed', String(isFavorite))
    this.heart.querySelector('svg').replaceWith(icon(isFavorite ? 'heart-full' : 'heart'))
    this.hiding.querySelector('svg').replaceWith(icon(isHidden ? 'shown' : 'hidden'))
    this.hiding.querySelector('span').textContent = isHidden ? texts.unhide : texts.hide
  }

  async #hide() {
    if (!this.#details) return
    const isHidden = !this.isHidden
    let isDone = false
    await hidePhotos([this.photo.id], isHidden, () => {
      // Called again when the user takes it back.
      if (isDone) return this.page.changed()
      isDone = true
      return this.page.hidden(isHidden)
    })
  }

  /** Moves the photo to the trash, after a question. */
  async trash() {
    if (this.#details && this.canTrash) await trashPhotos([this.photo.id], this.page.trashed)
  }

  async #share() {
    try {
      await navigator.share({ files: [await api.gallery.original(this.photo, { signal: this.page.context.signal })] })
    } catch (error) {
      if (!api.isAbort(error)) toast(api.sentence(error), { kind: 'problem' })
    }
  }
}

function tool(picture, label, action) {
  return h('button', { type: 'button', class: 'photo-tool', title: label, onclick: action }, icon(picture), h('span', {}, label))
}
