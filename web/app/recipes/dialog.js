import { h, uniqueId } from '../dom.js'
import { strings } from '../strings.js'

/**
 * Shows a form in a dialog.
 *
 * @param {{title: string, hint?: string, fields: HTMLElement[], action: string}} question
 * @returns {Promise<boolean>} whether the form was submitted; its fields hold the values
 */
export function ask({ title, hint, fields, action }) {
  const titleId = uniqueId('recipe')
  const dialog = h('dialog', { class: 'dialog', 'aria-labelledby': titleId },
    h('div', { class: 'dialog-head' }, h('h2', { id: titleId }, title)),
    h('form', { class: 'dialog-body', method: 'dialog' }, hint && h('p', { class: 'hint' }, hint), fields,
      h('div', { class: 'dialog-actions' },
        h('button', { class: 'button-plain', type: 'button', onclick: () => dialog.close('') }, strings.shell.cancel),
        h('button', { class: 'button', value: 'yes' }, action))))
  document.body.append(dialog)
  dialog.showModal()
  dialog.querySelector('input')?.focus()
  return new Promise((resolve) => dialog.addEventListener('close', () => {
    dialog.remove()
    resolve(dialog.returnValue === 'yes')
  }, { once: true }))
}

/** A control with its label above it. @param {string} label @param {HTMLElement} control */
export function field(label, control) {
  return h('label', { class: 'dialog-field' }, label, control)
}

/** A field for the name of a recipe or of things. @param {Record<string, any>} rest */
export function textInput(rest) {
  return h('input', { class: 'input', maxlength: 60, autocomplete: 'off', ...rest })
}
