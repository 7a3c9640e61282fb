import { here } from '../device/here.js'
import { h, uniqueId } from '../dom.js'
import { keys } from '../keys.js'
import { choice, languages } from '../language.js'
import { strings } from '../strings.js'

const texts = strings.settings

/** Settings stored in this browser, which do not affect other devices. */
export function deviceSection() {
  return h('section', { class: 'settings-section' }, h('h2', {}, texts.sections.device), languageRow(), singleKeysRow(),
    here.canRead && !here.isAlone && readingRow())
}

function languageRow() {
  const option = ([tag, name]) => h('option', { value: tag, lang: tag || null, selected: tag === choice.language }, name)
  const choose = ({ target }) => {
    choice.language = target.value
    location.reload()
  }
  return row(texts.language, (id, hintId) => h('select', { class: 'select', id, 'aria-describedby': hintId, onchange: choose },
    Object.entries({ '': texts.language.automatic, ...languages }).map(option)))
}

function singleKeysRow() {
  return row(texts.singleKeys, (id, hintId) => h('input', { type: 'checkbox', class: 'switch', role: 'switch', id,
    'aria-describedby': hintId, checked: keys.singleKeys, onchange: ({ target }) => { keys.singleKeys = target.checked } }))
}

function readingRow() {
  const choose = ({ target }) => {
    here.isChosen = target.checked
    dispatchEvent(new Event('espy-here'))
  }
  return row(strings.here.setting, (id, hintId) => h('input', { type: 'checkbox', class: 'switch', role: 'switch', id,
    'aria-describedby': hintId, checked: here.isChosen, onchange: choose }))
}

/**
 * A row with a label on the left and a control on the right, which `control` makes from the IDs of itself and the hint.
 */
function row({ label, hint }, control) {
  const [id, hintId] = [uniqueId('device'), uniqueId('hint')]
  return h('div', { class: 'setting setting-inline' },
    h('div', { class: 'setting-words' },
      h('label', { class: 'setting-label', for: id }, label), h('p', { class: 'hint', id: hintId }, hint)),
    control(id, hintId))
}
