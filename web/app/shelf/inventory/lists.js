import { api } from '../../api.js'
import { button } from '../../buttons.js'
import { h, uniqueId } from '../../dom.js'
import { fill } from '../../format.js'
import { icon } from '../../icons.js'
import { strings } from '../../strings.js'
import { toast } from '../../toast.js'
import { texts } from './texts.js'

/** Chosen in place of a list: the order of the call numbers on the labels. */
export const LABELS = 'labels'
/** The key in local storage for the last list used. */
const KEY = 'espy.inventory.list'

/** The stored lists: choose one, upload another, or delete one. */
export class ListChooser {
  #lists = []

  /** @param {import('../../router.js').Context} context @param {{chosen: string, change: (id: string) => void}} options */
  constructor(context, { chosen, change }) {
    Object.assign(this, { context, change })
    this.chosen = chosen || (localStorage.getItem(KEY) ?? '')
    const [selectId, hintId] = [uniqueId('list'), uniqueId('list')]
    this.select = h('select', { class: 'select', id: selectId, onchange: ({ target }) => this.#choose(target.value) })
    this.file = h('input', { type: 'file', accept: '.csv,.tsv,.txt,.xlsx,text/csv', hidden: true, onchange: () => this.#upload() })
    this.upload = button(texts.upload, () => this.file.click())
    this.upload.prepend(icon('plus'))
    this.upload.setAttribute('aria-describedby', hintId)
    this.remove = h('button', { type: 'button', class: 'button-icon', 'aria-label': texts.remove, title: texts.remove, hidden: true,
      onclick: () => this.#remove() }, icon('trash'))
    this.element = h('div', { class: 'inventory-lists' },
      h('div', { class: 'inventory-list' }, h('label', { for: selectId }, texts.list), this.select, this.remove),
      h('div', { class: 'button-row' }, this.upload, this.file), h('p', { class: 'hint', id: hintId }, texts.uploadHint))
  }

  /** Name and number of books of the chosen list; advice if none is chosen. */
  get label() {
    if (this.chosen === LABELS) return texts.labels
    const list = this.#lists.find(({ id }) => id === this.chosen)
    return list ? fill(texts.option, { name: fill(strings.shell.quote, { text: list.name }), count: list.books }) : texts.choose
  }

  async fill() {
    const { signal } = this.context
    this.#lists = await api.books.lists({ signal })
    if (this.chosen !== LABELS && !this.#lists.some(({ id }) => id === this.chosen)) this.chosen = ''
    this.#show()
  }

  #show() {
    this.select.replaceChildren(h('option', { value: '' }, texts.choose),
      h('option', { value: LABELS, selected: this.chosen === LABELS }, texts.labels), ...this.#lists.map(({ id, name, books }) => (
      h('option', { value: id, selected: id === this.chosen }, fill(texts.option, { name, count: books })))))
    this.remove.hidden = this.chosen === '' || this.chosen === LABELS
  }

  #choose(id) {
    this.chosen = id
    if (id && id !== LABELS) localStorage.setItem(KEY, id)
    else localStorage.removeItem(KEY)
    this.#show()
    this.change(id)
  }

  async #upload() {
    const [file] = this.file.files
    this.file.value = ''
    if (!file) return
    const { signal } = this.context
    try {
      const list = await api.books.keepList(file, { signal })
      await this.fill()
      toast(fill(texts.kept, { name: list.name, count: list.books }))
      this.#choose(list.id)
    } catch (error) {
      if (!api.isAbort(error)) toast(api.sentence(error), { kind: 'problem' })
    }
  }

  async #remove() {
    const list = this.#lists.find(({ id }) => id === this.chosen)
    if (!list) return
    try {
      await api.books.removeList(list.id)
      toast(fill(texts.removed, { name: list.name }))
      await this.fill()
      this.#choose('')
    } catch (error) {
      toast(api.sentence(error), { kind: 'problem' })
    }
  }
}
