import { announce } from '../announce.js'
import { api } from '../api.js'
import { author } from '../author.js'
import { button } from '../buttons.js'
import { h, uniqueId } from '../dom.js'
import { fill, formatDate, machineDate } from '../format.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'

const texts = strings.entry.confirmation

/** Shows who has checked an entry, or a field to confirm it. @param {object} entry */
export function confirmation(entry) {
  const id = uniqueId('confirm')
  const body = h('div', {})
  const element = h('section', { class: 'entry-confirmation', 'aria-labelledby': id }, h('h2', { id }, texts.title), body)

  const change = async (name) => {
    try {
      entry.confirmation = (await api.history.change(entry.id, { confirmedBy: name })).entry.confirmation
      show()
      body.querySelector('button, input').focus()
      announce(name ? fill(texts.said, { by: name }) : texts.takenBack)
    } catch (error) {
      toast(api.sentence(error), { kind: 'problem' })
    }
  }
  const show = () => body.replaceChildren(entry.confirmation ? stated(entry.confirmation, change) : asked(change))
  show()
  return element
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
