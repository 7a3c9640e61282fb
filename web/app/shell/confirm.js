import { h, uniqueId } from '../dom.js'
import { strings } from '../strings.js'

/**
 * Asks before something that cannot be undone.
 *
 * @param {{title: string, text: string, action: string, extra?: Node}} question the action says what will be done
 * @returns {Promise<boolean>} whether to do it
 */
export function confirm({ title, text, action, extra }) {
  const [titleId, textId] = [uniqueId('confirm'), uniqueId('confirm')]
  const dialog = h('dialog', { class: 'dialog', role: 'alertdialog', 'aria-labelledby': titleId, 'aria-describedby': textId },
    h('div', { class: 'dialog-head' }, h('h2', { id: titleId }, title)),
    h('form', { class: 'dialog-body', method: 'dialog' },
      h('p', { id: textId }, text),
      extra,
      h('div', { class: 'dialog-actions' },
        // First, so that Enter on a dialog that was not read does no harm.
        h('button', { class: 'button-plain', value: 'no' }, strings.shell.cancel),
        h('button', { class: 'button-danger', value: 'yes' }, action))))
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => dialog.addEventListener('close', () => {
    dialog.remove()
    resolve(dialog.returnValue === 'yes')
  }, { once: true }))
}
