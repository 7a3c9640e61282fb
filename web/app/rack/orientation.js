import { h, uniqueId } from '../dom.js'
import { strings } from '../strings.js'

const texts = strings.rack.lying
const storageKey = 'espy-rack-lying'
const corners = ['top-left', 'top-right', 'bottom-left', 'bottom-right']

/**
 * @typedef {{a1: string, isFromBelow: boolean}} View position of A1 in the photo, and whether the box is seen from
 *   below
 */

/** The orientation in most photos. @type {View} */
export const usualView = { a1: 'top-left', isFromBelow: false }

/** @param {View} view */
export const viewText = ({ a1, isFromBelow }) => texts.corners[a1] + (isFromBelow ? texts.andBelow : '')

/** The choice of how a box is oriented in the photo. */
export class LyingChoice {
  /** @param {(view: View) => void} [onChange] */
  constructor(onChange = () => {}) {
    const name = uniqueId('corner')
    const tell = () => onChange(this.view)
    this.corners = h('div', { class: 'lying-corners' }, corners.map((value) => (
      h('label', {}, h('input', { type: 'radio', name, value, onchange: tell }), h('span', {}, texts.corners[value])))))
    this.below = h('input', { type: 'checkbox', onchange: tell })
    this.element = h('fieldset', { class: 'size-choice lying-choice' }, h('legend', {}, texts.question), this.corners,
      h('label', { class: 'lying-below' }, this.below, texts.below))
    this.view = usualView
  }

  /** @returns {View} */
  get view() {
    return { a1: this.corners.querySelector('input:checked').value, isFromBelow: this.below.checked }
  }

  /** Whether there is a well A1: round containers have none. */
  set hasCorners(has) {
    this.corners.hidden = !has
    this.element.querySelector('legend').textContent = has ? texts.question : texts.side
  }

  /** @param {View} view */
  set view({ a1, isFromBelow }) {
    for (const input of this.corners.querySelectorAll('input')) input.checked = input.value === a1
    this.below.checked = isFromBelow
  }
}

/** The last orientation of each kind of box, by the chosen size. */
export const lyings = {
  /** @param {string | undefined} kind @returns {View} */
  of(kind) {
    return all()[kind ?? ''] ?? usualView
  },

  /** @param {string | undefined} kind @param {View} view */
  keep(kind, view) {
    localStorage.setItem(storageKey, JSON.stringify({ ...all(), [kind ?? '']: view }))
  },
}

function all() {
  try {
    return JSON.parse(localStorage.getItem(storageKey)) ?? {}
  } catch {
    return {}
  }
}
