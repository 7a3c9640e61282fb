import { h, uniqueId } from '../dom.js'
import { strings } from '../strings.js'

/**
 * Asks for confirmation of something that cannot be undone.
 *
 * @param {{title: string, text: string | Node, action: string, extra?: Node}} question `action` labels the button that does it
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
        // First, so that Enter on an unread dialog does no harm.
        h('button', { class: 'button-plain', value: 'no' }, strings.shell.cancel),
        h('button', { class: 'button-danger', value: 'yes' }, action))))
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => dialog.addEventListener('close', () => {
    dialog.remove()
    resolve(dialog.returnValue === 'yes')
  }, { once: true }))
}
