import { iconButton } from '../buttons.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { recipes } from './api.js'

const texts = strings.recipes
/** The key in session storage, where the choice is kept while the window is open. */
const key = 'espy.recipes'

/** The names of the recipes chosen for the next photo. @returns {string[]} */
const chosen = () => JSON.parse(sessionStorage.getItem(key) ?? '[]')

/** Stops counting by a recipe. @param {string} name */
export const forget = (name) => remember(chosen().filter((other) => other !== name))

/**
 * The active recipes, each with a remove button; empty if there are none.
 *
 * @param {string[]} names @param {(name: string) => void} [without] called to remove one
 */
export function recipeChips(names, without) {
  return names.length === 0 ? [] : [h('ul', { class: 'recipe-chips' }, names.map((name) => h('li', { class: 'chip' }, fill(texts.inForce, { name }),
    without && iconButton('close', fill(texts.without, { name }), () => without(name)))))]
}

/** The recipes for the next photo, which can be removed one by one. */
export function chosenChips() {
  const place = h('div', {})
  const show = () => {
    place.replaceChildren(...recipeChips(chosen(), (name) => { forget(name); show() }))
    place.hidden = place.childElementCount === 0
  }
  show()
  return place
}

/** Returns the options of a count: one recipe, or several. @param {string[]} names */
export const byRecipes = (names) => (names.length > 1 ? { recipes: names } : { recipe: names[0] })

/** Returns the names of the recipes in such options. @returns {string[]} */
export const recipesIn = ({ recipe, recipes = recipe ? [recipe] : [] }) => recipes

/** Returns the options for the next photo. */
export const chosenRecipes = () => byRecipes(chosen())

/**
 * Recipes as tiles, of which any number can be chosen, and a link to all of them.
 *
 * @param {AbortSignal} signal
 * @returns {HTMLElement}
 */
export function recipeChooser(signal) {
  const choices = h('fieldset', { class: 'recipes', hidden: true }, h('legend', {}, texts.choose))
  offer(choices, signal)
  return h('div', { class: 'recipe-chooser' }, choices, h('a', { href: '/count/recipes' }, texts.all))
}

async function offer(element, signal) {
  const known = await recipes.list({ signal }).catch(() => [])
  remember(chosen().filter((wanted) => known.some(({ name }) => name === wanted)))
  if (known.length === 0 || signal.aborted) return
  element.append(h('p', { class: 'hint' }, texts.chooseHint), ...known.map(tile))
  element.hidden = false
}

function tile({ id, name }) {
  const choose = ({ target }) => remember([...chosen().filter((other) => other !== name), ...(target.checked ? [name] : [])])
  return h('label', { class: 'recipe' },
    h('input', { type: 'checkbox', checked: chosen().includes(name), onchange: choose }),
    h('img', { class: 'recipe-picture', src: recipes.pictureURL(id), alt: '', width: 48, height: 48 }), h('span', {}, name))
}

const remember = (names) => sessionStorage.setItem(key, JSON.stringify(names))
