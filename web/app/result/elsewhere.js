import { h, uniqueId } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'

const texts = strings.result.elsewhere

/**
 * Asks whose corrections to keep if both changed the same thing. The dialog must be answered: either choice discards
 * the other's change.
 *
 * @param {object} entry @param {object} own the user's version @param {object} other the server's version @returns
 *   {Promise<boolean>}
 */
export function keepsOwn(entry, own, other) {
  const [titleId, textId] = [uniqueId('elsewhere'), uniqueId('elsewhere')]
  const size = ({ values }) => values && fill(texts.values, { count: values.length })
  const counts = [[texts.own, size(own)], [texts.other, size(other)]].filter(([, text]) => text)
  const dialog = h('dialog', { class: 'dialog', role: 'alertdialog', 'aria-labelledby': titleId, 'aria-describedby': textId },
    h('div', { class: 'dialog-head' }, h('h2', { id: titleId }, texts.title)),
    h('form', { class: 'dialog-body', method: 'dialog' },
      h('p', { id: textId }, fill(texts.text, { title: entry.title })),
      counts.length > 0 && h('dl', { class: 'facts' }, counts.map(([name, text]) => h('div', {}, h('dt', {}, name), h('dd', {}, text)))),
      h('div', { class: 'dialog-actions' },
        h('button', { class: 'button-plain', value: 'other' }, texts.keepOther),
        h('button', { class: 'button', value: 'own' }, texts.keepOwn))))
  dialog.addEventListener('cancel', (event) => event.preventDefault())
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => dialog.addEventListener('close', () => {
    dialog.remove()
    resolve(dialog.returnValue === 'own')
  }, { once: true }))
}
