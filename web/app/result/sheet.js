import { h, uniqueId } from '../dom.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'

/**
 * A button that opens a list of links and buttons in a dialog, which closes when one of them is pressed.
 *
 * @param {{label: string, sign: Node, items: Node[]}} options
 * @returns {HTMLElement} the button, with the dialog
 */
export function sheet({ label, sign, items }) {
  const titleId = uniqueId('sheet')
  const dialog = h('dialog', { class: 'dialog sheet', 'aria-labelledby': titleId },
    h('div', { class: 'dialog-head' },
      h('h2', { id: titleId }, label),
      h('button', { class: 'button-icon', type: 'button', 'aria-label': strings.shell.close, onclick: () => dialog.close() },
        icon('close'))),
    h('ul', { class: 'sheet-list' }, items.map((item) => h('li', {}, item))))
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || target.closest('.sheet-item')) dialog.close()
  })
  return h('div', { class: 'sheet-place' },
    h('button', { class: 'button-plain', type: 'button', 'aria-haspopup': 'dialog', onclick: () => dialog.showModal() },
      sign, h('span', {}, label)),
    dialog)
}
