import { iconButton } from '../buttons.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { recipes } from './api.js'

const texts = strings.recipes
/** Where the choice is remembered as long as the window is open. */
const key = 'espy.recipes'

/** The names of those that were chosen for the next photo. @returns {string[]} */
const chosen = () => JSON.parse(sessionStorage.getItem(key) ?? '[]')

/** No longer counts by a recipe. @param {string} name */
export const forget = (name) => remember(chosen().filter((other) => other !== name))

/**
 * The recipes that are in force, each with a way out; empty where there are none.
 *
 * @param {string[]} names @param {(name: string) => void} [without] not to count by one any more
 */
export function recipeChips(names, without) {
  return names.length === 0 ? [] : [h('ul', { class: 'recipe-chips' }, names.map((name) => h('li', { class: 'chip' }, fill(texts.inForce, { name }),
    without && iconButton('close', fill(texts.without, { name }), () => without(name)))))]
}

/** Those for the next photo, to be let go one by one. */
export function chosenChips() {
  const place = h('div', {})
  const show = () => place.replaceChildren(...recipeChips(chosen(), (name) => { forget(name); show() }))
  show()
  return place
}

/** What is asked for beside the next photo: the things of one recipe, or of several. */
export function chosenRecipes() {
  const names = chosen()
  return names.length > 1 ? { recipes: names } : { recipe: names[0] }
}

/**
 * Recipes as tiles, of which one or several are chosen, or none; and the way to all of them.
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
