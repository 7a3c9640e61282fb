import { announce } from '../announce.js'
import { api } from '../api.js'
import { h, uniqueId } from '../dom.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'

const texts = strings.entry.note

/**
 * The user's note on an entry. Saved when the field loses focus, and with the button, which is there for users who look
 * for one.
 *
 * @param {object} entry
 * @param {AbortSignal} signal aborts with the view; unsaved text is saved then
 * @returns {{element: HTMLElement, update: () => void}} `update` shows the note of an entry that has changed since, unless
 *   another one was typed
 */
export function noteField(entry, signal) {
  // The entry may get another note meanwhile, from another page: only what was typed here is saved.
  let known = entry.note ?? ''
  const [fieldId, hintId] = [uniqueId('note'), uniqueId('note')]
  const field = h('textarea', { class: 'textarea', id: fieldId, rows: 3, maxlength: 2000, value: known,
    'aria-describedby': hintId })
  const button = h('button', { class: 'button-plain', hidden: true }, texts.save)
  const isChanged = () => field.value.trim() !== known

  const save = async () => {
    if (!isChanged()) return
    const before = known
    known = field.value.trim()
    try {
      await api.history.change(entry.id, { note: known })
      entry.note = known
      button.hidden = true
      announce(texts.saved)
    } catch (error) {
      known = before
      toast(api.sentence(error), { kind: 'problem' })
    }
  }
  field.addEventListener('input', () => { button.hidden = !isChanged() })
  field.addEventListener('change', save)
  signal.addEventListener('abort', save)
  const update = () => {
    if (isChanged()) return
    field.value = known = entry.note ?? ''
  }
  const element = h('form', { class: 'entry-note-field', onsubmit: (event) => {
    event.preventDefault()
    save()
  } },
  h('h2', {}, h('label', { for: fieldId }, texts.title)),
  field,
  h('div', { class: 'note-foot' }, h('p', { class: 'hint', id: hintId }, texts.hint), button))
  return { element, update }
}
