import { api } from '../api.js'
import { button } from '../buttons.js'
import { counts } from '../count/corrections.js'
import { isOfDevice } from '../device/here.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { recipes } from './api.js'
import { ask, field, textInput } from './dialog.js'

const texts = strings.recipes
/** Number of things that become examples if a count had none. */
const few = 3

/** Saves a count as a named recipe, to count similar things in other photos. */
export class RecipeKeeper {
  /** @param {import('../count/session.js').CountSession} session */
  constructor(session) {
    this.session = session
    this.lesson = button('', () => this.teach())
    this.element = h('section', { class: 'recipe-keeper' }, h('p', { class: 'hint' }, texts.keepHint),
      button(texts.keep, () => this.keep()), this.lesson)
    this.update()
  }

  update() {
    const { photo, isCorrected, result, saver } = this.session
    // Things of several recipes are not examples of one kind.
    this.element.hidden = !photo || isOfDevice(photo) || this.examples.length === 0 || Boolean(result.recipes)
    this.lesson.hidden = !isCorrected || !result.recipe || !saver?.entry
    if (result.recipe) this.lesson.textContent = fill(texts.teach, { name: result.recipe.name })
  }

  /** Boxes of the examples, or else of the most certain things that were counted and not removed. */
  get examples() {
    const { result, corrections } = this.session
    const { like, alsoLike = [] } = result.parameters
    if (like) return [like, ...alsoLike]
    return result.detections.filter((_, place) => counts(result, corrections, place))
      .sort((one, other) => one.doubt - other.doubt || other.confidence - one.confidence)
      .slice(0, few).map(({ x, y, width, height }) => ({ x, y, width, height }))
  }

  async teach() {
    const { saver, result: { recipe: { name } } } = this.session
    try {
      // Recent corrections are still being sent.
      if (!await saver.saved()) throw new Error(strings.count.result.unkept)
      const { lesson } = await recipes.teach(name, saver.entry.id)
      if (lesson.examples + lesson.counterexamples + lesson.cuts === 0) return toast(fill(texts.nothingNew, { name }))
      const count = lesson.examples + lesson.counterexamples
      toast(count > 0 ? fill(texts.taught, { name, count }) : fill(texts.surer, { name }), { undo: () => this.untaught(name, lesson) })
    } catch (error) {
      toast(fill(texts.teachFailed, { why: api.sentence(error) }), { kind: 'problem' })
    }
  }

  async untaught(name, lesson) {
    try {
      await recipes.untaught(name, lesson)
      toast(texts.untaught)
    } catch (error) {
      toast(api.sentence(error), { kind: 'problem' })
    }
  }

  /** The regions of the photo, which are also counted in other photos. */
  get layout() {
    const { width, height, parameters: { regions = [] } } = this.session.result
    return regions.length > 0 ? { width, height, regions } : undefined
  }

  /** The scale and the limits, in pixels of this photo. */
  get sizes() {
    const { width, height, scale, parameters: { measuring } } = this.session.result
    if (!measuring) return undefined
    const { smallest, largest } = measuring
    return { measuring: { scale, smallest, largest }, longSide: Math.max(width, height) }
  }

  async keep() {
    const { session } = this
    const wanted = await askForRecipe()
    if (!wanted) return
    const { name, several } = wanted
    try {
      await recipes.keep({
        name, photo: session.photo, examples: this.examples, unlike: session.result.parameters.unlike,
        things: several ? { one: several, several } : undefined, layout: this.layout, sizes: this.sizes,
        border: session.result.parameters.border,
      })
      toast(fill(texts.kept, { name }))
    } catch (error) {
      const why = error.kind === 'recipe-exists' ? texts.exists : api.sentence(error)
      toast(fill(texts.failed, { why }), { kind: 'problem' })
    }
  }
}

/** @returns {Promise<{name: string, several: string} | null>} */
async function askForRecipe() {
  const name = textInput({ name: 'name', required: true })
  const several = textInput({ name: 'things' })
  const isMeant = await ask({ title: texts.title, fields: [field(texts.name, name), field(texts.things, several)], action: texts.action })
  return isMeant && name.value.trim() !== '' ? { name: name.value.trim(), several: several.value.trim() } : null
}
