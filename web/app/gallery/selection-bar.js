import { api } from '../api.js'
import { button, iconButton } from '../buttons.js'
import { h } from '../dom.js'
import { datedName, saveText } from '../files.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { askForStars } from './rating.js'
import { askForTag } from './tag-dialog.js'
import { tagName, tagOf } from './tag-names.js'
import { addToAlbum, changeTag, hidePhotos, isFilledByHand } from './tagging.js'
import { TeachDialog } from './teach-dialog.js'
import { trashPhotos } from './trash.js'

const texts = strings.gallery.selection
/** Matches queries for hidden photos. */
const hidden = /(^|[^-\w])(is|tag):hidden\b/i

/** Actions for the selected photos. */
export class SelectionBar {
  #count = h('p', { class: 'selection-count', role: 'status' })

  /**
   * @param {import('./selection.js').Selection} selection
   * @param {{canExport: () => boolean, canTrash: () => boolean, query: () => string, tags: () => string[], changed: () => void, rate: (photos: number[], rating: number) => void,
   *   find: (query: string) => void}} context
   */
  constructor(selection, context) {
    this.selection = selection
    this.context = context
    this.hiding = button(texts.hide, () => this.#hide())
    this.exporting = button(texts.export, () => this.#export())
    this.trashing = button(texts.trash, () => this.trash())
    this.element = h('div', { class: 'selection-bar', role: 'group', 'aria-label': texts.label, hidden: true },
      iconButton('close', texts.none, () => selection.clear()), this.#count,
      h('div', { class: 'selection-actions' },
        button(texts.add, () => this.#change(true)), button(texts.remove, () => this.#change(false)), button(texts.album, () => this.#fillAlbum()),
        button(texts.rate, () => this.#rate()), this.hiding, button(texts.teach, () => new TeachDialog(this.selection.ids, context).open()), this.exporting, this.trashing))
    selection.addEventListener('changed', () => this.#show())
  }

  #show() {
    const { size } = this.selection
    this.element.hidden = size === 0
    this.exporting.hidden = !this.context.canExport()
    this.trashing.hidden = !this.context.canTrash()
    this.hiding.textContent = hidden.test(this.context.query()) ? texts.show : texts.hide
    this.#count.textContent = size === 0 ? '' : fill(texts.chosen, { count: size })
  }

  async #change(isAdded) {
    const photos = this.selection.ids
    const typed = await askForTag({ title: fill(isAdded ? texts.addTo : texts.removeFrom, { count: photos.length }),
      action: isAdded ? texts.add : texts.remove, known: this.context.tags().map(tagName) })
    if (typed) await changeTag(photos, tagOf(typed), isAdded, this.context.changed)
  }

  async #fillAlbum() {
    const { changed } = this.context
    const photos = this.selection.ids
    const albums = await api.gallery.albums().catch(() => [])
    const known = albums.filter((album) => album.group === 'own' && isFilledByHand(album)).map(({ name }) => name)
    const name = await askForTag({ title: fill(texts.albumTitle, { count: photos.length }), action: texts.album, label: strings.gallery.albumName, known })
    if (name) await addToAlbum(photos, name, changed)
  }

  /** Unhides photos if the user is viewing hidden ones. */
  #hide() {
    const photos = this.selection.ids
    const isHidden = !hidden.test(this.context.query())
    this.selection.clear()
    return hidePhotos(photos, isHidden, this.context.changed)
  }

  /** Moves the photos to the trash, after a question. */
  trash() {
    if (!this.context.canTrash()) return undefined
    return trashPhotos(this.selection.ids, () => {
      this.selection.clear()
      return this.context.changed()
    })
  }

  async #rate() {
    const photos = this.selection.ids
    const rating = await askForStars(photos.length)
    if (rating !== undefined) this.context.rate(photos, rating)
  }

  async #export() {
    try {
      const lines = await api.gallery.exported(this.selection.ids)
      saveText(await lines.text(), 'application/jsonl', `${datedName('gallery', new Date())}.jsonl`)
    } catch (error) {
      toast(api.sentence(error), { kind: 'problem' })
    }
  }
}
