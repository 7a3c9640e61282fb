import { api } from '../api.js'
import { here } from '../device/here.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { pullToRefresh } from '../gestures/pull.js'
import { toast } from '../toast.js'
import { deleteEntry, setFavorite } from './actions.js'
import { clearHistory } from './clearing.js'
import { EntryList } from './list.js'
import { keepOrder } from './order.js'
import { searched, searchField } from './search.js'
import { icon } from '../icons.js'
import { load, messageState } from '../states.js'
import { strings } from '../strings.js'

const texts = strings.history
const kinds = !here.has('count') ? ['all'] : ['all', 'count', 'rack', 'shelf'].filter((kind) => kind === 'all' || here.takes(kind))

/** @type {import('../router.js').Mount} */
export function mount(root, context) {
  return new HistoryView(root, context).start()
}

/** Earlier results, newest first. */
class HistoryView {
  #context
  #kind
  #words
  /** Aborts the last request when a newer one replaces it. */
  #asked = new AbortController()
  #cursor = null
  #total = 0
  #list = new EntryList({
    onDelete: (entry) => this.#delete(entry),
    onFavorite: (entry, isOn) => setFavorite(entry, isOn, (shown) => this.#list.showFavorite(entry, shown)),
  })
  #body = h('div', { class: 'history-body' })
  #summary = h('p', { class: 'hint' })
  #onlyHere = h('p', { class: 'hint', hidden: true }, strings.here.onlyHere)
  #clear = h('button', { class: 'button-plain', type: 'button', hidden: true, onclick: () => this.#clearAll() },
    icon('trash'), texts.clear)
  #more = h('button', { class: 'button-plain history-more', type: 'button', onclick: () => this.#showMore() }, texts.more)

  constructor(root, context) {
    this.#context = context
    const asked = context.query.get('kind')
    this.#kind = kinds.includes(asked) ? asked : 'all'
    this.#words = context.query.get('q') ?? ''
    this.search = searchField(this.#words, (words) => this.#find(words), context.signal)
    root.append(
      h('header', { class: 'page-head' },
        h('h1', {}, strings.shell.pages.history), this.#clear, kinds.length > 1 && this.#filter()),
      this.search, this.#onlyHere, this.#summary, this.#body)
  }

  async start() {
    const { signal } = this.#context
    this.#registerKeys()
    // The server's entries come and go with the connection; entries read here are sent to it.
    for (const event of ['lost', 'found']) api.connection.addEventListener(event, () => this.#isListed && this.#load(), { signal })
    api.changes.addEventListener('sent', () => this.#load(), { signal })
    pullToRefresh(() => this.#load(), signal)
    await this.#load()
  }

  get #kindAsked() {
    return this.#kind === 'all' ? undefined : this.#kind
  }

  #load() {
    this.#asked.abort()
    this.#asked = new AbortController()
    const signal = AbortSignal.any([this.#context.signal, this.#asked.signal])
    return load(this.#body, signal, () => this.#ask(signal), (page) => {
      // An empty list on this device does not mean that the server's history is empty.
      if (page.total === 0 && api.connection.isLost) throw new api.Unreachable()
      this.#list.entries = page.entries
      this.#show(page.next, page.total)
    })
  }

  #ask(signal) {
    return this.#words ? searched(this.#words, this.#kindAsked, { signal })
      : api.history.list({ kind: this.#kindAsked }, { signal })
  }

  /** Whether entries are shown rather than a message. */
  get #isListed() {
    return this.#list.entries.length > 0
  }

  #show(next, total) {
    this.#onlyHere.hidden = !api.connection.isLost
    this.#cursor = next
    this.#total = total
    keepOrder(this.#list.entries)
    this.#clear.hidden = total === 0 || this.#words !== ''
    this.search.hidden = total === 0 && this.#words === ''
    this.#summary.textContent = total === 0 ? '' : fill(texts.total, { count: total })
    this.#body.replaceChildren(...(total === 0 ? [this.#empty()] : [this.#list.element, next ? this.#more : '']))
  }

  async #showMore() {
    const { signal } = this.#context
    const known = this.#list.entries.length
    try {
      const page = await api.history.list({ kind: this.#kindAsked, cursor: this.#cursor }, { signal })
      this.#list.entries = [...this.#list.entries, ...page.entries]
      this.#show(page.next, page.total)
      this.#list.focus(known)
    } catch (error) {
      if (!api.isAbort(error)) toast(api.sentence(error), { kind: 'problem' })
    }
  }

  /** Removes the row immediately, and restores it if that fails. */
  async #delete(entry) {
    const before = this.#list.entries
    const at = before.indexOf(entry)
    const hadFocus = this.#list.focused === entry
    this.#list.entries = before.filter((each) => each !== entry)
    this.#show(this.#cursor, this.#total - 1)
    if (hadFocus && !this.#list.focus(at) && !this.#list.focus(at - 1)) this.#focusTitle()
    const older = before.slice(at + 1)
    const isDone = await deleteEntry(entry, () => this.#restored(entry, older))
    if (!isDone) this.#insert(entry, older)
  }

  #restored(entry, older) {
    if (this.#context.signal.aborted) return
    this.#insert(entry, older)
    this.#list.focus(this.#list.entries.indexOf(entry))
  }

  /** Inserts an entry where it was: before the older ones. Times alone are not enough, because some are equal. */
  #insert(entry, older) {
    const entries = [...this.#list.entries]
    const at = entries.findIndex((each) => older.includes(each))
    entries.splice(at < 0 ? entries.length : at, 0, entry)
    this.#list.forget(entry)
    this.#list.entries = entries
    this.#show(this.#cursor, this.#total + 1)
  }

  async #clearAll() {
    if (!await clearHistory(this.#kindAsked, this.#context.signal)) return
    await this.#load()
    this.#focusTitle()
  }

  #focusTitle() {
    const title = this.#body.parentElement.querySelector('h1')
    title.tabIndex = -1
    title.focus()
  }

  #filter() {
    return h('fieldset', { class: 'segments' },
      h('legend', { class: 'visually-hidden' }, texts.filter),
      kinds.map((kind) => h('label', {},
        h('input', { type: 'radio', name: 'kind', value: kind, checked: kind === this.#kind,
          onchange: () => this.#choose(kind) }),
        h('span', {}, texts.kinds[kind]))))
  }

  #choose(kind) {
    this.#kind = kind
    this.#tellAddress()
    this.#load()
  }

  #find(words) {
    this.#words = words
    this.#tellAddress()
    this.#load()
  }

  #tellAddress() {
    const asked = new URLSearchParams({ ...(this.#kindAsked && { kind: this.#kind }), ...(this.#words && { q: this.#words }) })
    this.#context.replaceURL(asked.size > 0 ? `/history?${asked}` : '/history')
  }

  #empty() {
    const button = (kind, style) => h('a', { class: style, href: `/${kind}` }, icon(kind), texts.empty[kind])
    const kind = this.#kindAsked
    if (this.#words) return messageState({ icon: 'search', title: texts.search.none, text: texts.search.noneText })
    if (here.isAlone) {
      return messageState({ icon: 'rack', title: texts.empty.title, text: strings.here.empty,
        actions: [button('rack', 'button'), here.canCount && button('count', 'button-plain')].filter(Boolean) })
    }
    if (!kind) {
      return messageState({ icon: 'history', title: texts.empty.title, text: texts.empty.text,
        actions: [button('count', 'button'), button('rack', 'button-plain'), button('shelf', 'button-plain')] })
    }
    return messageState({ icon: kind, ...texts.emptyKind[kind], actions: [button(kind, 'button')] })
  }

  #registerKeys() {
    const list = this.#list
    const withFocused = (work) => () => (list.focused ? void work(list.focused) : false)
    this.#context.keys.add([
      { keys: ['/'], text: texts.keys.search, run: () => this.search.focus() },
      { keys: ['j', 'ArrowDown'], text: texts.keys.next, run: () => list.moveFocus(1) },
      { keys: ['k', 'ArrowUp'], text: texts.keys.previous, run: () => list.moveFocus(-1) },
      { keys: ['Enter'], text: texts.keys.open, run: () => false },
      { keys: ['f'], text: texts.keys.favorite, run: withFocused((entry) => (
        setFavorite(entry, !entry.favorite, (shown) => list.showFavorite(entry, shown)))) },
      { keys: ['Delete'], text: texts.keys.delete, run: withFocused((entry) => this.#delete(entry)) },
    ])
  }
}
