import { h } from '../dom.js'
import { strings } from '../strings.js'

const texts = strings.settings

/** @param {import('./field.js').Field} field */
export function switchField(field) {
  const input = h('input', { type: 'checkbox', class: 'switch', role: 'switch', id: field.controlId,
    'aria-describedby': field.describedBy, onchange: () => field.save(String(input.checked)) })
  return field.with(
    { element: input, focusable: input, show: ({ value }) => { input.checked = value === 'true' } }, { isInline: true })
}

/**
 * @param {import('./field.js').Field} field
 * @param {{choices?: string[], text?: (choice: string) => string, hint?: string}} [options]
 */
export function choiceField(field, { choices = field.setting.choices ?? [], text, hint } = {}) {
  const words = texts.of[field.setting.key]?.choices ?? {}
  const option = (value) => h('option', { value }, text?.(value) ?? words[value] ?? value)
  const select = h('select', { class: 'select', id: field.controlId, 'aria-describedby': field.describedBy,
    onchange: () => field.save(select.value) }, choices.map(option))
  const show = ({ value }) => {
    // The settings file may hold a value that is not offered here.
    if (!choices.includes(value) && select.lastChild?.value !== value) select.append(option(value))
    select.value = value
  }
  return field.with({ element: select, focusable: select, show }, { hint })
}

/** @param {import('./field.js').Field} field */
export function textField(field) {
  const isNumber = field.setting.kind === 'number' && !field.setting.choices
  const { min, max, step } = field.setting
  const input = h('input', { class: 'input', id: field.controlId, type: isNumber ? 'number' : 'text', min, max, step,
    autocomplete: 'off', spellcheck: 'false', 'aria-describedby': field.describedBy,
    onchange: () => field.save(input.value.trim()) })
  // Text being typed is newer than the server's value.
  const show = ({ value }, isTakenBack) => { if (isTakenBack || document.activeElement !== input) input.value = value }
  return field.with({ element: input, focusable: input, show })
}
