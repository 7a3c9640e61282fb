import { api } from '../api.js'
import { h, uniqueId } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { tagQuery } from './tagging.js'
import { forgetTag, lessonActions, lessonElements } from './taught.js'
import { teach as texts } from './texts.js'

/** Minimum number of examples for good results. */
const ENOUGH = 20

/** Teaches a tag from photos that have it: asks for its name, then shows the progress and how well it went. */
export class TeachDialog {
  #title = h('h2', { id: uniqueId('teach') }, texts.title)
  #body = h('div', { class: 'dialog-body' })
  #problem = h('p', { class: 'field-problem', role: 'alert' })
  #bar = h('progress', { class: 'teach-bar', max: 1, hidden: true, 'aria-label': texts.learning })
  #work

  /**
   * @param {number[]} photos the examples
   * @param {{changed: () => void, find: (query: string) => void}} page
   */
  constructor(photos, page) {
    this.photos = photos
    this.page = page
    this.dialog = h('dialog', { class: 'dialog', 'aria-labelledby': this.#title.id },
      h('div', { class: 'dialog-head' }, this.#title), this.#body)
    this.dialog.addEventListener('close', () => {
      this.#work?.abort()
      this.dialog.remove()
    })
    this.#ask()
  }

  async open() {
    document.body.append(this.dialog)
    this.dialog.showModal()
    this.input.focus()
    const known = await api.gallery.taughtTags().catch(() => [])
    this.list.replaceChildren(...known.map(({ name }) => h('option', { value: name })))
  }

  #ask() {
    const listId = uniqueId('taught')
    this.list = h('datalist', { id: listId })
    this.input = h('input', { class: 'input', name: 'tag', required: true, maxlength: 60, list: listId, autocomplete: 'off', autocapitalize: 'off' })
    this.action = h('button', { class: 'button' }, texts.action)
    const { length } = this.photos
    this.#body.replaceChildren(h('form', { class: 'dialog-form', onsubmit: (event) => this.#submit(event) },
      h('label', { class: 'dialog-field' }, texts.name, this.input), this.list,
      h('p', {}, `${fill(texts.examples, { count: length })} ${texts.enough}`), length < ENOUGH ? h('p', { class: 'hint' }, texts.few) : null,
      this.#bar, this.#problem,
      h('div', { class: 'dialog-actions' },
        h('button', { class: 'button-plain', type: 'button', onclick: () => this.dialog.close() }, strings.shell.cancel), this.action)))
  }

  async #submit(event) {
    event.preventDefault()
    const name = this.input.value.trim()
    if (!name || this.#work) return
    const work = this.#work = new AbortController()
    this.#show(true)
    try {
      const job = await api.gallery.teach(name, this.photos, { signal: work.signal })
      const { result } = await api.gallery.followJob(job, { signal: work.signal, onProgress: ({ fraction }) => { this.#bar.value = fraction } })
      this.page.changed()
      this.#tell(result)
    } catch (error) {
      if (!api.isAbort(error)) this.#problem.textContent = api.sentence(error)
    } finally {
      this.#work = undefined
      this.#show(false)
    }
  }

  #show(isAtWork) {
    this.#bar.hidden = !isAtWork
    this.#bar.removeAttribute('value')
    this.input.readOnly = isAtWork
    this.action.disabled = isAtWork
    this.action.textContent = isAtWork ? texts.learning : texts.action
    if (isAtWork) this.#problem.textContent = ''
  }

  #tell(tag) {
    this.#title.textContent = fill(texts.done, { tag: tag.name })
    const close = () => this.dialog.close()
    this.#body.replaceChildren(h('div', { class: 'dialog-form', role: 'status' }, lessonElements(tag)), lessonActions(tag, {
      close,
      show: () => {
        close()
        this.page.find(tagQuery(tag.name))
      },
      forget: async () => {
        if (!await forgetTag(tag)) return
        close()
        this.page.changed()
      },
    }))
    this.#body.querySelector('.button').focus()
  }
}
