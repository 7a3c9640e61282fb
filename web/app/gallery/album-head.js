import { api } from '../api.js'
import { button, iconButton } from '../buttons.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'

const texts = strings.gallery.albums

/** The name of an album above its photos. Its search can be edited, and the user's own albums can be changed by it. */
export class AlbumHead {
  /** @param {string} name @param {string} query @param {{edit: () => void, leave: () => void, close: () => void}} page */
  constructor(name, query, { edit, leave, close }) {
    this.name = name
    this.query = query
    this.leave = leave
    /** The user's own album; null if it is none, undefined while that is not known. */
    this.album = undefined
    this.edit = button(texts.edit, () => this.#begin(edit))
    this.edit.setAttribute('aria-label', texts.editLabel)
    this.edit.setAttribute('aria-expanded', 'false')
    this.save = button(texts.change, () => this.#change(), 'button')
    this.save.hidden = true
    this.element = h('div', { class: 'gallery-album' }, h('h2', {}, name), this.save, this.edit,
      iconButton('close', strings.gallery.states.nothing.all, close))
  }

  /**
   * Takes a new search. Only of the user's own albums is that a change; others are left.
   *
   * @param {string} query @param {boolean} isEditing @returns {boolean} whether the page still shows the album
   */
  changes(query, isEditing) {
    this.next = query
    this.#showSave()
    return isEditing && this.album !== null && query !== ''
  }

  #showSave() { this.save.hidden = !this.album || !this.next || this.next === this.query }

  async #begin(edit) {
    this.edit.hidden = true
    edit()
    const albums = await api.gallery.albums().catch(() => [])
    this.album = albums.find(({ group, name }) => group === 'own' && name === this.name) ?? null
    this.#showSave()
    if (!this.album && this.next !== undefined) this.leave()
  }

  async #change() {
    const before = this.query
    try {
      await api.gallery.changeAlbum(this.album.id, { query: this.next })
      this.query = this.next
      this.save.hidden = true
      toast(fill(texts.changed, { name: this.name }), { undo: () => api.gallery.changeAlbum(this.album.id, { query: before }).catch(tell) })
    } catch (error) {
      tell(error)
    }
  }
}

const tell = (error) => toast(api.sentence(error), { kind: 'problem' })
