import { announce } from '../../announce.js'
import { api } from '../../api.js'
import { h, uniqueId } from '../../dom.js'
import { strings } from '../../strings.js'
import { toast } from '../../toast.js'
import { knownPlaces } from './choices.js'

const texts = strings.books

/**
 * A field for the place of an entry's shelf; saved when it loses focus, and with the button.
 *
 * @param {() => object | null} entryOf returns the entry of the history, once there is one
 * @param {AbortSignal} signal
 * @param {(place: string) => void} [saved] called with a new place, or none
 */
export function placeField(entryOf, signal, saved = () => {}) {
  const [fieldId, listId] = [uniqueId('place'), uniqueId('places')]
  const field = h('input', { class: 'input', id: fieldId, list: listId, value: entryOf()?.place ?? '', maxlength: 200,
    autocomplete: 'off', placeholder: strings.books.placeExample })
  const button = h('button', { class: 'button-plain', hidden: true }, texts.savePlace)
  const isChanged = () => field.value.trim() !== (entryOf()?.place ?? '')
  const save = async () => {
    const entry = entryOf()
    if (!entry || !isChanged()) return
    try {
      const { entry: now } = await api.history.change(entry.id, { place: field.value.trim() || null })
      entry.place = now.place
      field.value = now.place ?? ''
      button.hidden = true
      saved(field.value)
      announce(texts.placeSaved)
    } catch (error) {
      toast(api.sentence(error), { kind: 'problem' })
    }
  }
  field.addEventListener('input', () => { button.hidden = !isChanged() })
  field.addEventListener('change', save)
  return h('form', { class: 'place-field', onsubmit: (event) => {
    event.preventDefault()
    save()
  } }, h('h2', {}, h('label', { for: fieldId }, texts.placeOf)), field, button, knownPlaces(listId, signal))
}

/**
 * Links for a stored shelf: other books, an inventory, the order of its call numbers, files for catalogs.
 *
 * @param {object} entry @param {{spines: object[]}} shelf
 */
export function shelfLinks(entry, shelf) {
  return h('section', { class: 'shelf-links' },
    h('div', { class: 'button-row' },
      h('a', { class: 'button-plain', href: `/shelf/inventory?entry=${entry.id}` }, texts.inventory.open),
      shelf.spines.some(({ callNumber }) => callNumber) && h('a', { class: 'button-plain', href: `/shelf/inventory?entry=${entry.id}&list=labels` }, texts.inventory.openOrder),
      h('a', { class: 'button-plain', href: '/shelf/books' }, texts.open)),
    h('details', {}, h('summary', {}, texts.catalogs),
      h('div', { class: 'button-row' }, Object.keys(texts.forms).filter((form) => form !== 'own').map((form) => (
        h('a', { class: 'button-plain', href: api.books.entryTableURL(entry.id, { form }), download: '' }, texts.forms[form]))))))
}
