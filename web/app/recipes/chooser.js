import { h } from '../dom.js'
import { strings } from '../strings.js'
import { recipes } from './api.js'

const texts = strings.recipes
/** Where the choice is remembered as long as the window is open. */
const key = 'espy.recipes'

/** The names of those that were chosen for the next photo. @returns {string[]} */
const chosen = () => JSON.parse(sessionStorage.getItem(key) ?? '[]')

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
  fill(choices, signal)
  return h('div', { class: 'recipe-chooser' }, choices, h('a', { href: '/count/recipes' }, texts.all))
}

async function fill(element, signal) {
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
