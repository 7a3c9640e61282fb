import { h, uniqueId } from '../dom.js'
import { strings } from '../strings.js'
import { recipes } from './api.js'

const texts = strings.recipes
/** Where the choice is remembered as long as the window is open. */
const key = 'espy.recipe'

/** The recipe that was chosen for the next photo. @returns {string | undefined} */
export const chosenRecipe = () => sessionStorage.getItem(key) ?? undefined

/**
 * Recipes as tiles, one of which is chosen, or none; nothing where there are none.
 *
 * @param {AbortSignal} signal
 * @returns {HTMLElement}
 */
export function recipeChooser(signal) {
  const element = h('fieldset', { class: 'recipes', hidden: true }, h('legend', {}, texts.choose))
  fill(element, signal)
  return element
}

async function fill(element, signal) {
  const known = await recipes.list({ signal }).catch(() => [])
  if (!known.some(({ name }) => name === chosenRecipe())) sessionStorage.removeItem(key)
  if (known.length === 0 || signal.aborted) return
  const group = uniqueId('recipe')
  element.append(tile({ group, label: texts.anything, isChosen: !chosenRecipe(), choose: () => sessionStorage.removeItem(key) }),
    ...known.map(({ id, name }) => tile({
      group, label: name, picture: recipes.pictureURL(id), isChosen: name === chosenRecipe(),
      choose: () => sessionStorage.setItem(key, name),
    })))
  element.hidden = false
}

function tile({ group, label, picture, isChosen, choose }) {
  return h('label', { class: 'recipe' },
    h('input', { type: 'radio', name: group, checked: isChosen, onchange: choose }),
    picture && h('img', { class: 'recipe-picture', src: picture, alt: '', width: 48, height: 48 }), h('span', {}, label))
}
