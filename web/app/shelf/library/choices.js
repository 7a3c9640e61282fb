import { api } from '../../api.js'
import { h, uniqueId } from '../../dom.js'
import { fill } from '../../format.js'
import { strings } from '../../strings.js'

const texts = strings.books.choices
/** The key in local storage: the place is typed once for many photos, and still there the next day. */
const PLACE = 'espy.shelf.place'
const LIST = 'espy.shelf.list'

/**
 * Returns the place of the next shelf, and the list that identifies its books.
 *
 * @returns {{place?: string, list?: string}}
 */
export function shelfWishes() {
  const [place, list] = [PLACE, LIST].map((key) => localStorage.getItem(key)?.trim() || undefined)
  return { place, list }
}

/** Sets the place of the next shelf. @param {string} place */
export const rememberPlace = (place) => localStorage.setItem(PLACE, place)

/** Returns the known places, for a field. @param {string} id @param {AbortSignal} signal */
export function knownPlaces(id, signal) {
  const element = h('datalist', { id })
  api.books.places({ signal }).then((places) => {
    element.replaceChildren(...places.map(({ place }) => h('option', { value: place })))
  }).catch(() => {})
  return element
}

/**
 * Returns fields for both. They are folded, because neither is needed to read a shelf, and the place can be given
 * afterwards; but the line says which apply to the next photo.
 *
 * @param {AbortSignal} signal
 */
export function shelfChoices(signal) {
  const [fieldId, listId, hintId, choiceId] = [uniqueId('place'), uniqueId('places'), uniqueId('place'), uniqueId('list')]
  const place = h('input', { class: 'input', id: fieldId, list: listId, value: localStorage.getItem(PLACE) ?? '', maxlength: 200,
    autocomplete: 'off', 'aria-describedby': hintId, oninput: ({ target }) => { rememberPlace(target.value); tell() } })
  const select = h('select', { class: 'select', id: choiceId, onchange: ({ target }) => { localStorage.setItem(LIST, target.value); tell() } })
  const lists = h('div', { class: 'shelf-choice', hidden: true }, h('label', { for: choiceId }, texts.list), select)
  const force = h('span', { class: 'shelf-force' })
  const tell = () => {
    const chosen = [place.value.trim(), select.value && select.selectedOptions[0].textContent].filter(Boolean)
    force.textContent = chosen.length > 0 ? fill(texts.inForce, { chosen: chosen.join(', ') }) : ''
  }
  tell()
  fillLists(lists, select, signal).then(tell)
  return h('details', { class: 'shelf-choices' }, h('summary', {}, h('span', {}, texts.title, ' ', force)),
    h('div', { class: 'shelf-choice' }, h('label', { for: fieldId }, texts.place), place, knownPlaces(listId, signal),
      h('p', { class: 'hint', id: hintId }, texts.placeHint)), lists)
}

async function fillLists(element, select, signal) {
  const known = await api.books.lists({ signal }).catch(() => null)
  if (!known || signal.aborted) return
  const chosen = localStorage.getItem(LIST)
  if (!known.some(({ id }) => id === chosen)) localStorage.removeItem(LIST)
  select.replaceChildren(h('option', { value: '' }, texts.noList),
    ...known.map(({ id, name }) => h('option', { value: id, selected: id === chosen }, name)))
  element.hidden = known.length === 0
}
