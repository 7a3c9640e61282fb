import { api } from '../../api.js'
import { iconButton } from '../../buttons.js'
import { h, uniqueId } from '../../dom.js'
import { fill } from '../../format.js'
import { strings } from '../../strings.js'
import { tagName, tagOf } from '../tag-names.js'
import { changeTag, resetTag, tagQuery } from '../tagging.js'
import { galleryPath } from '../descriptions.js'

const texts = strings.gallery.photo

/** The tags of a photo; wrong tags can be removed, and missing ones added. */
export class TagEditor {
  #list = h('ul', { class: 'tag-list' })
  #removed = h('p', { class: 'tag-removed' })

  /** @param {object} details @param {AbortSignal} signal */
  constructor(details, signal) {
    this.signal = signal
    const id = uniqueId('add-tag')
    this.input = h('input', { class: 'input', id, maxlength: 60, autocomplete: 'off', autocapitalize: 'off', placeholder: texts.addTag })
    this.element = h('section', {}, h('h2', {}, texts.tags), this.#list,
      h('form', { class: 'tag-form', onsubmit: (event) => this.#submit(event) },
        h('label', { class: 'visually-hidden', for: id }, texts.addTag), this.input,
        h('button', { class: 'button-plain' }, texts.addTag)), this.#removed)
    this.show(details)
  }

  focus() {
    this.input.focus()
  }

  /** @param {object} details */
  show(details) {
    this.details = details
    const { tags, removed } = details
    this.#list.replaceChildren(...(tags.length > 0 ? tags.map((tag) => this.#row(tag)) : [h('li', { class: 'hint' }, texts.noTags)]))
    this.#removed.replaceChildren(...(removed.length > 0 ? [`${texts.notThis} `, ...removed.map((name) => (
      h('button', { class: 'tag-again', type: 'button', 'aria-label': fill(texts.again, { tag: tagName(name) }),
        onclick: () => this.#again(name) }, tagName(name))))] : []))
  }

  #row({ name, confidence, source }) {
    const isCertain = source === 'user' || source === 'metadata'
    const from = texts.sources[source] ?? source.split('@')[0]
    const sure = `${fill(texts.confidence, { share: Math.round(100 * confidence) })} · ${from}`
    // The confidence and the model are shown on hover.
    return h('li', { class: 'tag-row' },
      h('a', { class: 'tag-name', href: galleryPath(tagQuery(name)), title: isCertain ? undefined : sure }, tagName(name)),
      h('span', { class: 'hint' }, isCertain ? from : ''),
      iconButton('close', fill(texts.removeTag, { tag: tagName(name) }), () => this.#change(name, false)))
  }

  #submit(event) {
    event.preventDefault()
    const name = tagOf(this.input.value.trim())
    if (!name) return
    this.input.value = ''
    this.#change(name, true)
  }

  async #change(name, isAdded) {
    await changeTag([this.details.photo.id], name, isAdded, () => this.#renew())
    if (!isAdded) this.focus()
  }

  /** Restores a removed tag, even if no model and no file sets it. */
  async #again(name) {
    await resetTag([this.details.photo.id], name)
    await this.#renew()
    if (!this.details.tags.some((tag) => tag.name === name)) await this.#change(name, true)
    this.focus()
  }

  /** Fetches the tags again: the server knows whether a name is a tag, its words, and what else follows from it. */
  async #renew() {
    try {
      this.show(await api.gallery.details(this.details.photo.id, { signal: this.signal }))
    } catch {
      // The change was made all the same; the next view shows it.
    }
  }
}
