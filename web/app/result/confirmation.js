import { announce } from '../announce.js'
import { api } from '../api.js'
import { author } from '../author.js'
import { button } from '../buttons.js'
import { h, uniqueId } from '../dom.js'
import { fill, formatDate, machineDate } from '../format.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'

const texts = strings.entry.confirmation

/**
 * Shows who has checked an entry, or a field to confirm it.
 *
 * @param {object} entry
 * @param {{ready?: () => Promise<any>, changed?: (record: object) => void}} [actions] see `remarks`
 */
export function confirmation(entry, { ready = async () => {}, changed = () => {} } = {}) {
  const id = uniqueId('confirm')
  const body = h('div', {})
  const element = h('section', { class: 'entry-confirmation', 'aria-labelledby': id }, h('h2', { id }, texts.title), body)

  const change = async (name) => {
    try {
      await ready()
      const record = await api.history.change(entry.id, { confirmedBy: name })
      entry.confirmation = record.entry.confirmation
      changed(record)
      show()
      body.querySelector('button, input').focus()
      announce(name ? fill(texts.said, { by: name }) : texts.takenBack)
    } catch (error) {
      toast(api.sentence(error), { kind: 'problem' })
    }
  }
  let shown
  const show = () => {
    shown = entry.confirmation
    body.replaceChildren(shown ? stated(shown, change) : asked(change))
  }
  show()
  return { element, update: () => { if (entry.confirmation?.time !== shown?.time) show() } }
}

function stated({ by, time }, change) {
  const when = h('time', { datetime: machineDate(time) }, formatDate(time))
  return h('div', {}, h('p', {}, by, ', ', when), button(texts.takeBack, () => change(null)))
}

function asked(change) {
  const [fieldId, hintId] = [uniqueId('confirm'), uniqueId('confirm')]
  const field = h('input', { class: 'input', id: fieldId, required: true, maxlength: 26, autocomplete: 'name', value: author.name, 'aria-describedby': hintId })
  const submit = (event) => {
    event.preventDefault()
    if (field.value.trim()) change(field.value.trim())
  }
  return h('form', { onsubmit: submit }, h('p', { class: 'hint', id: hintId }, texts.hint),
    h('div', { class: 'confirm-row' }, h('label', { for: fieldId }, texts.name), field, h('button', { class: 'button-plain' }, texts.action)))
}
