import { button } from '../buttons.js'
import { counts } from '../count/corrections.js'
import { h, uniqueId } from '../dom.js'
import { strings } from '../strings.js'
import { recipes } from './api.js'

const texts = strings.recipes
/** So many things of a count without an example become examples. */
const few = 3

/** Keeps what was counted under a name, to count its like in other photos. */
export class RecipeKeeper {
  /** @param {import('../count/session.js').CountSession} session @param {import('../router.js').Context} context */
  constructor(session, context) {
    Object.assign(this, { session, context })
    this.lesson = button('', () => this.teach())
    this.element = h('section', { class: 'recipe-keeper' }, h('p', { class: 'hint' }, texts.keepHint),
      button(texts.keep, () => this.keep()), this.lesson)
    this.update()
  }

  update() {
    const { photo, isCorrected, result, saver } = this.session
    this.element.hidden = !photo || this.examples.length === 0
    this.lesson.hidden = !isCorrected || !result.recipe || !saver?.entry
    if (result.recipe) this.lesson.textContent = texts.teach(result.recipe.name)
  }

  /** Boxes of what was shown, else of the surest things that were counted and not taken back. */
  get examples() {
    const { result, corrections } = this.session
    const { like, alsoLike = [] } = result.parameters
    if (like) return [like, ...alsoLike]
    return result.detections.filter((_, place) => counts(result, corrections, place))
      .sort((one, other) => one.doubt - other.doubt || other.confidence - one.confidence)
      .slice(0, few).map(({ x, y, width, height }) => ({ x, y, width, height }))
  }

  async teach() {
    const { session: { saver, result: { recipe: { name } } }, context } = this
    try {
      // What was corrected a moment ago is still on its way.
      if (!await saver.saved()) throw new Error(strings.count.result.unkept)
      const { lesson } = await recipes.teach(name, saver.entry.id)
      if (lesson.examples + lesson.counterexamples === 0) return context.toast(texts.nothingNew(name))
      context.toast(texts.taught(name, lesson), { undo: () => this.untaught(name, lesson) })
    } catch (error) {
      context.toast(texts.teachFailed(context.api.sentence(error)), { kind: 'problem' })
    }
  }

  async untaught(name, lesson) {
    try {
      await recipes.untaught(name, lesson)
      this.context.toast(texts.untaught)
    } catch (error) {
      this.context.toast(this.context.api.sentence(error), { kind: 'problem' })
    }
  }

  /** The regions of the photo: they are counted in other photos, too. */
  get layout() {
    const { width, height, parameters: { regions = [] } } = this.session.result
    return regions.length > 0 ? { width, height, regions } : undefined
  }

  async keep() {
    const { session, context } = this
    const wanted = await askForRecipe()
    if (!wanted) return
    const { name, several } = wanted
    try {
      await recipes.keep({
        name, photo: session.photo, examples: this.examples, unlike: session.result.parameters.unlike,
        things: several ? { one: several, several } : undefined, layout: this.layout,
      })
      context.toast(texts.kept(name))
    } catch (error) {
      const why = error.kind === 'recipe-exists' ? texts.exists : context.api.sentence(error)
      context.toast(texts.failed(why), { kind: 'problem' })
    }
  }
}

/** @returns {Promise<{name: string, several: string} | null>} */
function askForRecipe() {
  const titleId = uniqueId('recipe')
  const name = h('input', { class: 'input', name: 'name', required: true, maxlength: 60, autocomplete: 'off' })
  const several = h('input', { class: 'input', name: 'things', maxlength: 60, autocomplete: 'off' })
  const dialog = h('dialog', { class: 'dialog', 'aria-labelledby': titleId },
    h('div', { class: 'dialog-head' }, h('h2', { id: titleId }, texts.title)),
    h('form', { class: 'dialog-body', method: 'dialog' },
      h('label', { class: 'dialog-field' }, texts.name, name), h('label', { class: 'dialog-field' }, texts.things, several),
      h('div', { class: 'dialog-actions' },
        h('button', { class: 'button-plain', type: 'button', onclick: () => dialog.close('') }, strings.shell.cancel),
        h('button', { class: 'button', value: 'yes' }, texts.action))))
  document.body.append(dialog)
  dialog.showModal()
  name.focus()
  return new Promise((resolve) => dialog.addEventListener('close', () => {
    dialog.remove()
    const isMeant = dialog.returnValue === 'yes' && name.value.trim() !== ''
    resolve(isMeant ? { name: name.value.trim(), several: several.value.trim() } : null)
  }, { once: true }))
}
