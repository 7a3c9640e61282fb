import { h, uniqueId } from '../dom.js'
import { formatDecimal } from '../format.js'
import { strings } from '../strings.js'

const texts = strings.settings

/** Initial position of the slider when the user takes over from Espy. */
const beginnings = { 'count.confidence': 0.25, 'count.similarity': 0.8 }
const step = 0.01

/**
 * A number that Espy can choose: a switch for that, and a slider that shows its value as it moves.
 *
 * @param {import('./field.js').Field} field
 */
export function thresholdField(field) {
  const { key, min, max } = field.setting
  const switchId = uniqueId('automatic')
  const output = h('output', { class: 'setting-value', for: field.controlId })
  // The slider moves in hundredths, starting at the first valid one.
  const slider = h('input', { type: 'range', class: 'range', id: field.controlId, min: Math.ceil(min / step) * step, max, step,
    'aria-describedby': field.describedBy })
  const automatic = h('input', { type: 'checkbox', class: 'switch', role: 'switch', id: switchId })

  const say = (text) => {
    output.value = text
    slider.setAttribute('aria-valuetext', text)
  }
  let isMoving = false
  slider.addEventListener('input', () => {
    isMoving = true
    say(formatDecimal(Number(slider.value), 2))
  })
  slider.addEventListener('change', () => {
    isMoving = false
    field.save(String(Number(slider.value)))
  })
  automatic.addEventListener('change', () => field.save(automatic.checked ? 'auto' : String(beginnings[key])))

  const show = ({ value }) => {
    const isAutomatic = value === 'auto'
    automatic.checked = isAutomatic
    slider.disabled = isAutomatic
    // A slider that is being moved is newer than the server's value.
    if (isMoving && !isAutomatic) return
    slider.value = isAutomatic ? beginnings[key] : value
    say(isAutomatic ? texts.automaticValue : exact(value))
  }
  const element = h('div', { class: 'threshold' }, output, slider,
    h('div', { class: 'setting-inline' }, h('label', { for: switchId }, texts.automatic,
      h('span', { class: 'visually-hidden' }, ` (${field.label})`)), automatic))
  return field.with({ element, focusable: slider, show })
}

/** Two decimals, or more if the command line has set a finer value. */
function exact(value) {
  const isRound = Number(Number(value).toFixed(2)) === Number(value)
  return isRound ? formatDecimal(Number(value), 2) : value
}
