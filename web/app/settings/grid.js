import { h, uniqueId } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'

const texts = strings.settings.grid
const modes = ['auto', 'size', 'tolerance']
const largestSide = 64
const tolerance = { min: 50, max: 300, step: 5, beginning: 100 }

/**
 * The setting for how codes become rows and columns: automatic, a size, or a distance. The server has all three in one
 * text, as `auto`, `9x9` or `tolerance:100`.
 *
 * @param {import('./field.js').Field} field
 */
export function gridField(field) {
  const name = uniqueId('grid')
  const radios = new Map(modes.map((mode) => [mode, h('input', { type: 'radio', name, value: mode })]))
  const rows = sideInput(texts.rows)
  const cols = sideInput(texts.cols)
  const distance = distanceInput()
  const parts = { size: h('div', { class: 'grid-part' }, rows.element, cols.element), tolerance: distance.element }

  const mode = () => [...radios].find(([, radio]) => radio.checked)[0]
  const value = () => ({
    auto: 'auto', size: `${rows.input.value}x${cols.input.value}`, tolerance: `tolerance:${distance.input.value}`,
  })[mode()]
  const showPart = () => { for (const [part, element] of Object.entries(parts)) element.hidden = part !== mode() }
  const save = () => {
    showPart()
    const isValid = mode() !== 'size' || [rows, cols].map((side) => side.check()).every(Boolean)
    if (isValid) field.save(value())
  }
  for (const input of [...radios.values(), rows.input, cols.input, distance.input]) input.addEventListener('change', save)

  const show = (setting) => {
    const [, rowCount, colCount] = /^(\d+)x(\d+)$/.exec(setting.value) ?? []
    const [, pixels] = /^tolerance:([\d.]+)$/.exec(setting.value) ?? []
    radios.get(rowCount ? 'size' : pixels ? 'tolerance' : 'auto').checked = true
    if (rowCount) {
      rows.set(rowCount)
      cols.set(colCount)
    }
    if (pixels) distance.set(pixels)
    showPart()
  }
  const element = h('fieldset', { class: 'choices', 'aria-describedby': field.describedBy },
    h('legend', { class: 'setting-label' }, field.label),
    modes.map((each) => [
      h('label', { class: 'choice' }, radios.get(each), h('span', {}, texts.choices[each])),
      parts[each],
    ]))
  return field.with({ element, focusable: radios.get('auto'), show }, { hint: '', isGroup: true })
}

function sideInput(label) {
  const id = uniqueId('side')
  const problemId = uniqueId('problem')
  const input = h('input', { class: 'input', id, type: 'number', inputmode: 'numeric', min: 1, max: largestSide, step: 1,
    value: 9, required: true, 'aria-describedby': problemId })
  const problem = h('p', { class: 'field-problem', id: problemId })
  const check = () => {
    const isValid = input.checkValidity()
    problem.textContent = isValid ? '' : texts.wrong
    if (isValid) input.removeAttribute('aria-invalid')
    else input.setAttribute('aria-invalid', 'true')
    return isValid
  }
  // Text being typed is newer than the server's value.
  const set = (value) => { if (document.activeElement !== input) input.value = value }
  return { input, check, set, element: h('div', {}, h('label', { for: id }, label), input, problem) }
}

function distanceInput() {
  const [id, hintId] = [uniqueId('distance'), uniqueId('hint')]
  const input = h('input', { class: 'range', id, type: 'range', min: tolerance.min, max: tolerance.max, step: tolerance.step,
    value: tolerance.beginning, 'aria-describedby': hintId })
  const output = h('output', { class: 'setting-value', for: id })
  const say = () => {
    output.value = fill(texts.pixels, { value: input.value })
    input.setAttribute('aria-valuetext', output.value)
  }
  input.addEventListener('input', say)
  say()
  const set = (pixels) => {
    input.value = pixels
    say()
  }
  return { input, set, element: h('div', { class: 'grid-part grid-distance' },
    h('label', { for: id }, texts.tolerance), output, input, h('p', { class: 'hint', id: hintId }, texts.toleranceHint)) }
}
