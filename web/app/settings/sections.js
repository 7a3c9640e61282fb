import { h } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { choiceField, switchField, textField } from './controls.js'
import { Field } from './field.js'
import { gridField } from './grid.js'
import { keptPhotos } from './photos.js'
import { isDimension } from './store.js'
import { thresholdField } from './threshold.js'

const texts = strings.settings

/** The settings shown first, in this order; all others are under *More settings*. */
const sections = {
  count: ['count.confidence', 'count.similarity', 'count.filter.size', 'count.filter.aspect', 'count.border'],
  rack: ['rack.grid'],
  shelf: ['shelf.confidence', 'shelf.text', 'shelf.telemetry'],
  keep: ['history', 'history-limit', 'history-photos', 'history-photos-limit'],
}

/** Settings without effect on these pages, available in “espy config”. */
const onCommandLine = ['progress', 'shelf.rate', 'shelf.rollout', 'shelf.trained-off']

/**
 * All settings of the server, including those without texts in the app.
 *
 * @param {import('./store.js').SettingsStore} store
 * @param {AbortSignal} signal aborts with the view
 * @returns {HTMLElement[]}
 */
export function settingSections(store, signal) {
  const keys = store.all.map(({ key }) => key).filter((key) => !onCommandLine.includes(key))
  const shown = new Set()
  const section = ([name, wanted]) => {
    const own = [...wanted, ...(name === 'rack' ? keys.filter(isDimension) : [])].filter((key) => keys.includes(key))
    for (const key of own) shown.add(key)
    return h('section', { class: 'settings-section' },
      h('h2', {}, texts.sections[name]), own.map((key) => control(new Field(store, key, signal))),
      name === 'keep' && keptPhotos(signal))
  }
  const open = Object.entries(sections).map(section)
  const rest = keys.filter((key) => !shown.has(key))
  if (rest.length === 0) return open
  return [...open, h('details', { class: 'settings-section' },
    h('summary', {}, texts.sections.advanced), rest.map((key) => control(new Field(store, key, signal))))]
}

function control(field) {
  const { key, kind, choices } = field.setting
  if (key === 'count.confidence' || key === 'count.similarity') return thresholdField(field)
  if (key === 'rack.grid') return gridField(field)
  if (isDimension(key)) return dimensionField(field)
  if (kind === 'boolean') return switchField(field)
  return kind === 'choice' && choices ? choiceField(field) : textField(field)
}

function dimensionField(field) {
  const { dimension } = texts
  const isWhole = (value) => !(Number(value) > 0)
  const automatic = field.setting.default
  const choices = field.setting.kind === 'choice' ? field.setting.choices : ['2000', '4000', '8000']
  return choiceField(field, {
    choices: choices.includes(automatic) ? choices : [...choices, automatic], hint: dimension.hint,
    text: (value) => (isWhole(value) ? dimension.whole : fill(dimension.pixels, { value })),
  })
}
