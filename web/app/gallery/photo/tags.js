import { api } from '../../api.js'
import { iconButton } from '../../buttons.js'
import { h, uniqueId } from '../../dom.js'
import { fill } from '../../format.js'
import { strings } from '../../strings.js'
import { tagName, tagOf } from '../tag-names.js'
import { changeTag, resetTag, tagQuery } from '../tagging.js'
import { galleryPath } from '../descriptions.js'

const texts = strings.gallery.photo

/** What a photo is tagged with; wrong tags can be taken away, and right ones added. */
export class TagEditor {
  #list = h('ul', { class: 'tag-list' })
  #removed = h('p', { class: 'tag-removed' })

  /** @param {object} details @param {AbortSignal} signal */
  constructor(details, signal) {
    this.details = details
    this.signal = signal
    const id = uniqueId('add-tag')
    this.input = h('input', { class: 'input', id, maxlength: 60, autocomplete: 'off', autocapitalize: 'off', placeholder: texts.addTag })
    this.element = h('section', {}, h('h2', {}, texts.tags), this.#list,
      h('form', { class: 'tag-form', onsubmit: (event) => this.#submit(event) },
        h('label', { class: 'visually-hidden', for: id }, texts.addTag), this.input,
        h('button', { class: 'button-plain' }, texts.addTag)), this.#removed)
    this.#show()
  }

  focus() {
    this.input.focus()
  }

  #show() {
    const { tags, removed } = this.details
    this.#list.replaceChildren(...(tags.length > 0 ? tags.map((tag) => this.#row(tag)) : [h('li', { class: 'hint' }, texts.noTags)]))
    this.#removed.replaceChildren(...(removed.length > 0 ? [`${texts.notThis} `, ...removed.map((name) => (
      h('button', { class: 'tag-again', type: 'button', 'aria-label': fill(texts.again, { tag: tagName(name) }),
        onclick: () => this.#again(name) }, tagName(name))))] : []))
  }

  #row({ name, confidence, source }) {
    const isCertain = source === 'user' || source === 'metadata'
    const from = texts.sources[source] ?? source.split('@')[0]
    const sure = `${fill(texts.confidence, { share: Math.round(100 * confidence) })} · ${from}`
    // How sure a model is, and which one, is for who asks: it shows when the name is pointed at.
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

  /** Who removed a tag that no model and no file gives wants it back all the same. */
  async #again(name) {
    await resetTag([this.details.photo.id], name)
    await this.#renew()
    if (!this.details.tags.some((tag) => tag.name === name)) await this.#change(name, true)
    this.focus()
  }

  /** What is a tag, in which words, and what else follows from it, is known where it was kept. */
  async #renew() {
    try {
      this.details = await api.gallery.details(this.details.photo.id, { signal: this.signal })
      this.#show()
    } catch {
      // It was changed all the same; the next look shows it.
    }
  }
}
