import { api } from '../api.js'
import { button } from '../buttons.js'
import { h } from '../dom.js'
import { fill, formatNumber } from '../format.js'
import { icon } from '../icons.js'
import { load, messageState } from '../states.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { recipes } from './api.js'
import { ask, field, textInput } from './dialog.js'
import { askForChange } from './edit.js'

const texts = strings.recipes

/** All recipes: edit, delete, export and import them. @type {import('../router.js').Mount} */
export function mount(root, context) {
  new RecipesPage(root, context).show()
}

class RecipesPage {
  constructor(root, context) {
    this.context = context
    this.body = h('div', {})
    this.files = h('input', { type: 'file', hidden: true, accept: '.recipe,.json,application/json', onchange: () => this.take() })
    root.append(
      h('a', { class: 'back-link', href: '/count' }, icon('back'), strings.count.title),
      h('header', { class: 'page-head' }, h('h1', {}, texts.all), button(texts.import, () => this.files.click()), this.files),
      h('p', { class: 'hint' }, texts.allHint), this.body)
  }

  show() {
    return load(this.body, this.context.signal, () => recipes.list({ signal: this.context.signal }), (all) => (all.length === 0
      ? messageState({ icon: 'count', title: texts.empty.title, text: texts.empty.text,
        actions: [h('a', { class: 'button', href: '/count' }, texts.empty.action)] })
      : h('ul', { class: 'recipe-list' }, all.map((recipe) => this.row(recipe)))))
  }

  row(recipe) {
    const { id, name } = recipe
    return h('li', {},
      h('img', { class: 'recipe-picture', src: recipes.pictureURL(id), alt: '', width: 64, height: 64 }),
      h('div', { class: 'recipe-words' }, h('h2', {}, name), h('p', { class: 'hint' }, aboutOf(recipe))),
      h('div', { class: 'recipe-actions' },
        named(button(texts.change, () => this.change(recipe)), fill(texts.changeOf, { name })),
        h('a', { class: 'button-plain', href: recipes.fileURL(id), download: `${name}.recipe`, 'aria-label': fill(texts.exportOf, { name }) },
          texts.export),
        named(button(texts.delete, () => this.delete(recipe)), fill(texts.deleteOf, { name }))))
  }

  async change(recipe) {
    const change = await askForChange(recipe)
    if (change) await this.put(recipe.id, change, (id) => ({ text: fill(texts.changed, { name: change.name }), undo: () => this.put(id, before(recipe)) }))
  }

  /** @param {(id: string) => {text: string, undo: () => void}} [tell] returns the notice */
  put(id, change, tell) {
    return this.try(async () => {
      const changed = await recipes.change(id, change)
      return tell?.(changed.id) ?? { text: texts.untaught }
    })
  }

  delete({ id, name }) {
    return this.try(async () => {
      // Deleting can be undone as long as this page has the file.
      const file = await recipes.file(id)
      await recipes.delete(id)
      return { text: fill(texts.deleted, { name }), undo: () => this.try(async () => {
        await recipes.take(file)
        return { text: texts.untaught }
      }) }
    })
  }

  async take() {
    const [file] = this.files.files
    this.files.value = ''
    if (file) await this.try(() => this.taken(file))
  }

  async taken(file, name) {
    try {
      return { text: fill(texts.taken, { name: (await recipes.take(file, name)).name }) }
    } catch (error) {
      if (error.kind !== 'recipe-exists') throw error
      const other = textInput({ name: 'name', required: true })
      const isMeant = await ask({ title: texts.takenAs, hint: texts.exists, fields: [field(texts.name, other)], action: texts.import })
      return isMeant ? this.taken(file, other.value.trim()) : null
    }
  }

  /** Runs an action, reports its outcome, and shows the recipes again. */
  async try(work) {
    try {
      const done = await work()
      if (done) toast(done.text, { undo: done.undo })
    } catch (error) {
      toast(error.kind === 'recipe-exists' ? texts.exists : api.sentence(error), { kind: 'problem' })
    }
    await this.show()
  }
}

/** Returns the change that undoes another one. */
function before({ name, things, similarity = null, border, distance, sizes = null }) {
  return { name, things, similarity, border, distance, sizes }
}

function named(element, label) {
  element.setAttribute('aria-label', label)
  return element
}

/** Describes a recipe in one line. */
function aboutOf({ examples, counterexamples, things, sizes }) {
  return [
    fill(texts.examples, { count: examples }), counterexamples > 0 && fill(texts.counterexamples, { count: counterexamples }),
    fill(texts.counts, things), sizes && limitsOf(sizes.measuring),
  ].filter(Boolean).join(' · ')
}

function limitsOf({ smallest, largest, scale }) {
  const told = (length) => `${formatNumber(length)} ${scale?.unit ?? 'px'}`
  if (smallest === undefined) return largest !== undefined && fill(texts.limits.largest, { largest: told(largest) })
  if (largest === undefined) return fill(texts.limits.smallest, { smallest: told(smallest) })
  return fill(texts.limits.both, { smallest: told(smallest), largest: told(largest) })
}
