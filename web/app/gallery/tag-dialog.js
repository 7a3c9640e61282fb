import { h, uniqueId } from '../dom.js'
import { strings } from '../strings.js'

const texts = strings.gallery.tagDialog

/**
 * Asks for the name of a tag.
 *
 * @param {{title: string, action: string, known?: string[]}} question
 * @returns {Promise<string>} empty for none
 */
export function askForTag({ title, action, known = [], label = texts.label, value = '' }) {
  const [titleId, listId] = [uniqueId('tag'), uniqueId('tags')]
  const input = h('input', { class: 'input', name: 'tag', required: true, maxlength: 100, list: listId, autocomplete: 'off',
    autocapitalize: 'off', value })
  const dialog = h('dialog', { class: 'dialog', 'aria-labelledby': titleId },
    h('div', { class: 'dialog-head' }, h('h2', { id: titleId }, title)),
    h('form', { class: 'dialog-body', method: 'dialog' },
      h('label', { class: 'dialog-field' }, label, input),
      h('datalist', { id: listId }, known.map((name) => h('option', { value: name }))),
      h('div', { class: 'dialog-actions' },
        h('button', { class: 'button-plain', type: 'button', onclick: () => dialog.close('') }, strings.shell.cancel),
        h('button', { class: 'button', value: 'yes' }, action))))
  document.body.append(dialog)
  dialog.showModal()
  input.focus()
  return new Promise((resolve) => dialog.addEventListener('close', () => {
    dialog.remove()
    resolve(dialog.returnValue === 'yes' ? input.value.trim() : '')
  }, { once: true }))
}
