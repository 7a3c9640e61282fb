import { api } from '../../api.js'
import { h, uniqueId } from '../../dom.js'
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

/** Returns the known places, for a field. @param {string} id @param {AbortSignal} signal */
export function knownPlaces(id, signal) {
  const element = h('datalist', { id })
  api.books.places({ signal }).then((places) => {
    element.replaceChildren(...places.map(({ place }) => h('option', { value: place })))
  }).catch(() => {})
  return element
}

/** Returns fields for both, shown before a photo is read. @param {AbortSignal} signal */
export function shelfChoices(signal) {
  const [fieldId, listId, hintId, choiceId] = [uniqueId('place'), uniqueId('places'), uniqueId('place'), uniqueId('list')]
  const place = h('input', { class: 'input', id: fieldId, list: listId, value: localStorage.getItem(PLACE) ?? '', maxlength: 200,
    autocomplete: 'off', 'aria-describedby': hintId, oninput: ({ target }) => localStorage.setItem(PLACE, target.value) })
  const select = h('select', { class: 'select', id: choiceId, onchange: ({ target }) => localStorage.setItem(LIST, target.value) })
  const lists = h('div', { class: 'shelf-choice', hidden: true }, h('label', { for: choiceId }, texts.list), select)
  fillLists(lists, select, signal)
  return h('div', { class: 'shelf-choices' },
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
