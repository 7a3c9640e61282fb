import { h } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { ask, field, textInput } from './dialog.js'

const texts = strings.recipes.edit

/**
 * Asks for changes to a recipe.
 *
 * @param {object} recipe as returned by the server
 * @returns {Promise<object | null>} the change in the server's format; null if there is none
 */
export async function askForChange(recipe) {
  const form = new RecipeForm(recipe)
  const isMeant = await ask({ title: fill(texts.title, { name: recipe.name }), fields: form.nodes, action: texts.action })
  return isMeant ? form.change : null
}

class RecipeForm {
  constructor(recipe) {
    this.recipe = recipe
    const { name, things, similarity, distance, border, sizes } = recipe
    const { smallest, largest, scale } = sizes?.measuring ?? {}
    const unit = scale?.unit ?? 'px'
    this.name = textInput({ name: 'name', value: name, required: true })
    this.several = textInput({ name: 'things', value: things.several, required: true })
    this.one = textInput({ name: 'thing', value: things.one, required: true })
    this.similarity = number({ name: 'similarity', value: similarity, min: 0.5, max: 0.99, step: 0.01, placeholder: texts.automatic })
    this.least = number({ name: 'least', value: smallest })
    this.most = number({ name: 'most', value: largest })
    this.border = h('select', { class: 'select', name: 'border' }, Object.entries(texts.borders).map(([value, label]) => (
      h('option', { value, selected: value === border }, label))))
    this.same = h('input', { type: 'checkbox', name: 'same', checked: distance === 'same' })
    this.least.oninput = this.most.oninput = () => this.check()
    this.nodes = [
      field(texts.name, this.name),
      h('div', { class: 'recipe-pair' }, field(texts.several, this.several), field(texts.one, this.one)),
      field(texts.similarity, this.similarity),
      h('div', { class: 'recipe-pair' }, field(fill(texts.least, { unit }), this.least), field(fill(texts.most, { unit }), this.most)),
      h('label', { class: 'recipe-check' }, this.same, texts.same),
      field(texts.border, this.border),
    ]
  }

  /** Lengths are meaningful only if the camera is at the same distance. */
  check() {
    const isCrossed = this.least.valueAsNumber > this.most.valueAsNumber
    this.most.setCustomValidity(isCrossed ? texts.crossed : '')
    if (this.hasLimits) this.same.checked = true
  }

  get hasLimits() {
    return this.least.value !== '' || this.most.value !== ''
  }

  get change() {
    return {
      name: this.name.value.trim(), things: { one: this.one.value.trim(), several: this.several.value.trim() },
      similarity: valueOf(this.similarity), border: this.border.value, distance: this.same.checked ? 'same' : 'any',
      sizes: this.sizes,
    }
  }

  /** Keeps the scale; without it and without limits there is nothing to measure for. */
  get sizes() {
    const { sizes } = this.recipe
    const { smallest, largest, ...rest } = sizes?.measuring ?? {}
    if (!this.hasLimits && !sizes) return null
    if (!this.hasLimits && !rest.scale && (smallest ?? largest) !== undefined) return null
    const [least, most] = [valueOf(this.least) ?? undefined, valueOf(this.most) ?? undefined]
    return { ...sizes, measuring: { ...rest, smallest: least, largest: most } }
  }
}

const valueOf = ({ valueAsNumber }) => (Number.isNaN(valueAsNumber) ? null : valueAsNumber)

function number({ value, ...rest }) {
  return h('input', { class: 'input', type: 'number', min: 0, step: 'any', inputmode: 'decimal', value: value ?? '', ...rest })
}
