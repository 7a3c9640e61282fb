import { announce } from '../../announce.js'
import { api } from '../../api.js'
import { h, uniqueId } from '../../dom.js'
import { findEntry } from '../../history/find.js'
import { icon } from '../../icons.js'
import { goneState, load, messageState } from '../../states.js'
import { strings } from '../../strings.js'
import { LABELS, ListChooser } from './lists.js'
import { sentenceOf } from './marks.js'
import { InventoryResult } from './result.js'
import { texts } from './texts.js'

/** The comparison of a shelf in the history with a list. The URL has both. @type {import('../../router.js').Mount} */
export function mount(root, context) {
  return new InventoryPage(root, context).start()
}

class InventoryPage {
  #shown = new AbortController()

  constructor(root, context) {
    Object.assign(this, { root, context, how: { order: '', scope: '' } })
    this.id = context.query.get('entry')
    this.lists = new ListChooser(context, { chosen: context.query.get('list'), change: () => this.#load() })
    this.body = h('div', { class: 'inventory-body' })
    this.chosen = h('span')
    this.choices = h('details', { class: 'card inventory-choices', open: true },
      h('summary', {}, h('span', { class: 'inventory-label' }, texts.list), this.chosen), this.lists.element,
      this.ways = h('div', { class: 'inventory-how' }, this.#choice('order', texts.order, texts.orders), this.#choice('scope', texts.scope, texts.scopes)))
    root.append(
      h('a', { class: 'back-link', href: this.id ? `/shelf?entry=${this.id}` : '/shelf' }, icon('back'), texts.back),
      h('header', { class: 'page-head' }, h('h1', {}, texts.title)), h('p', {}, texts.lead),
      this.choices, this.body)
    context.signal.addEventListener('abort', () => this.#shown.abort())
  }

  #choice(name, label, options) {
    const id = uniqueId(name)
    return h('div', {}, h('label', { for: id }, label), h('select', { class: 'select', id, onchange: ({ target }) => {
      this.how[name] = target.value
      this.#load()
    } }, Object.entries(options).map(([value, text]) => h('option', { value: value === 'auto' ? '' : value }, text))))
  }

  async start() {
    const { signal } = this.context
    if (!this.id) {
      this.body.replaceChildren(messageState({ icon: 'shelf', title: texts.noEntry, text: texts.lead,
        actions: [h('a', { class: 'button', href: '/history?kind=shelf' }, texts.history)] }))
      return
    }
    await load(this.body, signal, async () => {
      await this.lists.fill()
      return findEntry(this.id, signal)
    }, (record) => {
      if (!record) return goneState('shelf', strings.shelf.gone)
      this.record = record
      this.context.setTitle(`${texts.title}: ${record.entry.title}`)
      this.body.replaceChildren()
    })
    this.chosen.textContent = this.lists.label
    if (this.record && this.lists.chosen) await this.#load()
  }

  async #load() {
    this.#shown.abort()
    this.#shown = new AbortController()
    const list = this.lists.chosen
    const { replaceURL } = this.context
    replaceURL(`/shelf/inventory?${new URLSearchParams({ entry: this.id, ...(list && { list }) })}`)
    this.chosen.textContent = this.lists.label
    this.ways.hidden = list === LABELS
    if (!list || !this.record) {
      this.choices.open = true
      return this.body.replaceChildren()
    }
    const signal = AbortSignal.any([this.context.signal, this.#shown.signal])
    const how = list === LABELS ? {} : { list, ...this.how }
    let result
    await load(this.body, signal, () => api.books.inventory(this.id, how, { signal }), (inventory) => {
      result = new InventoryResult(this.record, inventory, how, signal)
      announce(sentenceOf(inventory))
      // The request is folded into one line, so that the answer gets the page.
      this.choices.open = false
      return result.element
    })
    if (!signal.aborted) await result?.showPhoto()
  }
}
