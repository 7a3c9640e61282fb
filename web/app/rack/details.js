import { h } from '../dom.js'
import { fill } from '../format.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'
import { swatch } from './legend.js'

const texts = strings.rack.details

/**
 * Details of the selected well, and its actions.
 *
 * @typedef {object} DetailActions
 * @property {(id: string) => void} type
 * @property {(id: string) => void} remove
 * @property {() => void} inPhoto
 * @property {() => void} back to the previous tab
 * @property {() => 'inPhoto' | 'inTable' | 'inGrid' | null} way the link to offer now
 */
export class Details {
  element = h('section', { class: 'well-details', 'aria-label': texts.label })

  /** @param {import('./selection.js').Selection} selection @param {DetailActions} actions */
  constructor(selection, actions) {
    this.selection = selection
    this.actions = actions
    // On a phone it covers a part of the page, which must know its height.
    new ResizeObserver(() => {
      document.documentElement.style.setProperty('--details', `${this.element.offsetHeight}px`)
    }).observe(this.element)
  }

  /** @param {import('./box.js').Box} box @param {import('./comparison.js').Comparison | null} [comparison] */
  show(box, comparison = null) {
    this.difference = comparison?.now(this.selection.id) ?? comparison?.then(this.selection.id)
    const well = box.well(this.selection.id)
    this.element.classList.toggle('is-empty', !well)
    this.element.replaceChildren(...(well ? this.#parts(well, box) : [h('p', { class: 'hint' }, texts.none)]))
  }

  #parts(well, box) {
    const { name, value } = well
    return [
      h('div', { class: 'details-head' },
        name && h('h2', { class: 'details-name' }, name),
        h('p', { class: value ? 'details-value code-value' : 'details-value details-facts' }, value || stateOf(well)),
        h('button', { class: 'button-icon details-close', type: 'button', 'aria-label': texts.close,
          onclick: () => this.selection.choose(null, 'page') }, icon('close'))),
      value && h('p', { class: 'details-facts' }, stateOf(well)),
      this.difference && h('p', { class: 'details-difference' }, icon('warning'), h('span', {}, this.difference.text)),
      h('div', { class: 'details-actions' }, this.#buttons(well, box)),
    ].filter(Boolean)
  }

  #buttons(well, box) {
    const { id, value, status } = well
    const button = (style, label, action) => h('button', { class: style, type: 'button', onclick: action }, label)
    const isWanted = status === 'unread' || status === 'uncoded'
    const way = this.actions.way()
    return [
      box.canType(well) && button(isWanted ? 'button' : 'button-plain', value ? texts.change : texts.type, () => this.actions.type(id)),
      status === 'typed' && button('button-plain', texts.remove, () => this.actions.remove(id)),
      way && button('button-plain', texts[way], () => (way === 'inPhoto' ? this.actions.inPhoto() : this.actions.back())),
    ]
  }
}

/** Shows a sign, and the state of the well in words. */
function stateOf(well) {
  return [swatch(well.status), h('span', {}, [strings.rack.statuses[well.status], ...facts(well)].join(' · '))]
}

function facts({ code, status, others, value }) {
  return [
    others.length > 0 && fill(texts.also, { others: others.join(strings.rack.summary.comma) }),
    status === 'typed' && code && code.value !== value && fill(texts.was, { value: code.value }),
    ...(code && status !== 'typed' ? symbolFacts(code) : []),
  ].filter(Boolean)
}

function symbolFacts({ symbol, errorsCorrected, isHex }) {
  return [
    symbol && fill(texts.symbol, { symbol: symbol.replace('x', ' × ') }),
    errorsCorrected > 0 && fill(texts.corrected, { count: errorsCorrected }),
    isHex && texts.hex,
  ]
}
