import { h, uniqueId } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'

const texts = strings.result.elsewhere

/** With keys in one order, and what was typed into wells in the order of the wells. */
function plain(value) {
  if (Array.isArray(value)) {
    const all = value.map(plain)
    return all.every((each) => each && 'row' in Object(each)) ? all.sort((a, b) => a.row - b.row || a.col - b.col) : all
  }
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.keys(value).sort().filter((key) => value[key] !== undefined).map((key) => [key, plain(value[key])]))
}

const isSame = (one, other) => JSON.stringify(plain(one ?? {})) === JSON.stringify(plain(other ?? {}))

/**
 * Whether corrections may take the place of those that the server has. Where somebody has corrected the result elsewhere
 * meanwhile, the person is asked.
 *
 * @param {{entry: object, corrections: object}} record as the server has it now
 * @param {object | undefined} base what the server had when the person began; undefined where nobody knows
 * @param {object} own as the person has it
 * @returns {Promise<boolean>}
 */
export async function mayReplace({ entry, corrections }, base, own) {
  if (base === undefined || isSame(corrections, base) || isSame(corrections, own)) return true
  return ask(entry, own, corrections)
}

/** No way out but an answer: each loses what the other one says. */
function ask(entry, own, other) {
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
