import { button } from '../buttons.js'
import { askForPhoto } from '../camera/native.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { icon } from '../icons.js'
import { forget, recipeChips, recipesIn } from '../recipes/chooser.js'
import { strings } from '../strings.js'
import { saveJSON, saveTable } from './files.js'
import { BatchStatus } from './status.js'
import { BatchTable } from './table.js'

const texts = strings.batch

/** The table of several photos, with its progress and actions. */
export class BatchScreen {
  /**
   * @param {HTMLElement} root @param {import('../router.js').Context} context @param {import('./queue.js').BatchQueue} queue
   * @param {{take: (files: File[]) => void}} actions `take` gets photos to add
   */
  constructor(root, context, queue, { take }) {
    Object.assign(this, { context, queue, take })
    this.heading = h('h1', { tabindex: -1 })
    this.recipes = h('div', {})
    this.hint = h('p', { class: 'hint' }, texts.hint)
    this.status = new BatchStatus(queue)
    this.table = new BatchTable(queue, { retry: (row) => queue.retry([row]) })
    this.#makeActions()
    root.replaceChildren(h('header', { class: 'page-head' }, this.heading),
      h('div', { class: 'batch-top' },
        h('div', { class: 'batch-head' }, this.recipes, this.status.element, h('div', { class: 'batch-actions' }, this.actions), this.hint),
        this.#exports()),
      this.table.element)
    this.#listen()
    this.#addKeys()
    this.update()
  }

  /** Moves the focus to the photo viewed last, or to the top of the page. */
  focus() {
    this.heading.focus({ preventScroll: true })
    // After the scroll position has been restored.
    const { opened } = this.queue
    if (opened !== undefined) requestAnimationFrame(() => this.table.focus(opened))
  }

  #makeActions() {
    const { queue } = this
    this.stop = button(texts.stop, () => queue.stop())
    this.goOn = button(texts.goOn, () => queue.goOn(), 'button')
    this.again = button('', () => queue.retry(queue.rows.filter(({ state }) => state === 'failed')))
    this.missing = button(texts.missing, () => askForPhoto(this.take, { several: true }), 'button')
    this.more = button(texts.more, () => askForPhoto(this.take, { several: true }))
    this.more.prepend(icon('plus'))
    this.actions = [this.stop, this.goOn, this.missing, this.again, this.more]
  }

  #exports() {
    const offer = (label, action) => {
      const element = button(label, action)
      element.prepend(icon('download'))
      return element
    }
    this.part = h('p', { class: 'hint' }, texts.export.part)
    this.exports = h('section', { class: 'card export-bar batch-export' }, h('h2', {}, texts.export.title),
      h('div', { class: 'export-row' }, offer(texts.export.csv, () => saveTable(this.queue)),
        offer(texts.export.json, () => saveJSON(this.queue))), this.part)
    return this.exports
  }

  #listen() {
    const { queue, context: { signal } } = this
    const on = (name, handler) => signal.addEventListener('abort', queue.on(name, handler), { once: true })
    on('row', (row) => { this.table.update(row); this.status.update() })
    on('rows', () => { this.table.fill(); this.update() })
    on('change', () => this.update())
  }

  update() {
    const { queue } = this
    const { all, failed, lost, done } = queue.totals
    const { isBusy, isStopped } = queue
    const focused = document.activeElement
    this.heading.textContent = fill(texts.title, { count: all })
    this.context.setTitle(fill(texts.title, { count: all }))
    const names = new Set(queue.rows.flatMap(({ wishes }) => recipesIn(wishes)))
    if (String([...names]) !== this.shown) {
      this.shown = String([...names])
      this.recipes.replaceChildren(...recipeChips([...names], (name) => { forget(name); queue.dropRecipe(name) }))
    }
    this.hint.hidden = !isBusy
    this.stop.hidden = !isBusy
    this.goOn.hidden = !isStopped
    this.again.hidden = isBusy || failed === 0
    this.again.textContent = fill(texts.retryFailed, { count: failed })
    this.missing.hidden = lost === 0
    // If the pressed button has disappeared, the next visible one gets the focus.
    if (focused?.hidden && this.actions.includes(focused)) this.actions.find(({ hidden }) => !hidden).focus()
    this.exports.hidden = done === 0
    this.part.hidden = done === all
    // Sorting during the work would move rows under the finger, so it waits until all is done.
    if (!isBusy) this.table.sort()
    this.status.update()
  }

  #addKeys() {
    const { table, queue, context } = this
    const retry = () => {
      const row = table.focused
      if (row?.state !== 'failed') return false
      queue.retry([row])
    }
    context.keys.add([
      { keys: ['j', 'ArrowDown'], text: texts.keys.next, run: () => table.moveFocus(1) },
      { keys: ['k', 'ArrowUp'], text: texts.keys.previous, run: () => table.moveFocus(-1) },
      { keys: ['Enter'], text: texts.keys.open, run: () => false },
      { keys: ['r'], text: texts.keys.retry, run: retry },
    ])
  }
}
