import { h, uniqueId } from '../dom.js'
import { keys } from '../keys.js'
import { strings } from '../strings.js'

const texts = strings.settings.singleKeys

/** What is kept in this browser and does not concern the others. */
export function deviceSection() {
  const [id, hintId] = [uniqueId('single-keys'), uniqueId('hint')]
  const input = h('input', { type: 'checkbox', class: 'switch', role: 'switch', id, 'aria-describedby': hintId,
    checked: keys.singleKeys, onchange: () => { keys.singleKeys = input.checked } })
  return h('section', { class: 'settings-section' },
    h('h2', {}, strings.settings.sections.device),
    h('div', { class: 'setting setting-inline' },
      h('div', { class: 'setting-words' },
        h('label', { class: 'setting-label', for: id }, texts.label), h('p', { class: 'hint', id: hintId }, texts.hint)),
      input))
}
