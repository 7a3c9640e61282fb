import { api } from '../api.js'
import { h, uniqueId } from '../dom.js'
import { author } from '../author.js'
import { formatDate, machineDate } from '../format.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'

const texts = strings.entry.changes

/**
 * Lists who changed which value and when, and the name used for changes made here.
 *
 * @param {{entry: object, audit: object[]}} record
 */
export function changes({ entry, audit }) {
  const id = uniqueId('changes')
  return h('section', { class: 'entry-changes', 'aria-labelledby': id }, h('h2', { id }, texts.title),
    audit.length > 0 ? h('ol', { class: 'changes-list' }, audit.map((change) => line(change, entry.kind))) : h('p', { class: 'hint' }, texts.none),
    audit.length > 0 && h('a', { class: 'button-plain', href: api.history.auditURL(entry.id), download: '' }, icon('download'), texts.csv),
    nameField())
}

function line({ kind, place, before, after, by, via, time }, entryKind) {
  const what = kind === 'reading' && entryKind === 'count' ? texts.kinds.counting : texts.kinds[kind] ?? kind
  // Counting again often changes what counts, not the number.
  const values = before === after ? [value(after)] : [value(before), ' → ', value(after)]
  return h('li', {}, h('p', {}, h('strong', {}, [what, place].filter(Boolean).join(' ')), ': ', values),
    h('p', { class: 'hint' }, [by, via].filter(Boolean).join(', '), ', ', h('time', { datetime: machineDate(time) }, formatDate(time))))
}

const value = (text) => (text === undefined ? h('span', { class: 'changes-nothing' }, texts.nothing) : h('span', { class: 'code-value' }, text))

function nameField() {
  const [fieldId, hintId] = [uniqueId('author'), uniqueId('author')]
  const field = h('input', { class: 'input', id: fieldId, maxlength: 26, autocomplete: 'name', value: author.name, 'aria-describedby': hintId,
    onchange: () => { author.name = field.value } })
  return h('div', { class: 'changes-author' }, h('label', { for: fieldId }, texts.name), field, h('p', { class: 'hint', id: hintId }, texts.hint))
}
