import { button } from '../buttons.js'
import { h, uniqueId } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { foldedCard } from './fold.js'
import { UNITS, sizesOf, told, unitOf } from './sizes.js'

const texts = strings.count.sizes

/** The sizes of the things, the scale of the photo, and the sizes that count. */
export class SizePanel {
  /**
   * @param {import('./session.js').CountSession} session
   * @param {{measure: (measuring: object | null) => void, line: (length: number, unit: string) => void,
   *   known: (length: number, unit: string) => void, scale: (pixelsPerUnit: number, unit: string) => void}} actions
   */
  constructor(session, actions) {
    this.session = session
    this.actions = actions
    this.start = button(texts.measure, () => actions.measure({}))
    this.stop = button(texts.stop, () => actions.measure(null))
    this.summary = h('div', { class: 'size-summary' })
    this.element = foldedCard('sizes', [h('h2', {}, texts.title)],
      h('p', { class: 'hint' }, texts.hint), this.summary,
      h('div', { class: 'mode-actions' }, this.start, this.stop), this.scaleForm(), this.limitForm())
    this.element.hidden = !session.photo
  }

  scaleForm() {
    const length = number({ value: 10 })
    const unit = h('select', { class: 'input', id: uniqueId('unit') }, UNITS.map((name) => h('option', { value: name }, name)))
    this.isKnown = button(texts.known, () => give(this.actions.known))
    const pixels = number({ required: false, min: 0.1 })
    const form = h('form', { class: 'size-form', onsubmit: (event) => { event.preventDefault(); give(this.actions.line) } },
      h('label', { for: length.id }, texts.length), length, h('label', { for: unit.id }, texts.unit), unit,
      h('div', { class: 'mode-actions' }, h('button', { class: 'button' }, texts.line), this.isKnown),
      h('label', { for: pixels.id }, texts.pixels), pixels,
      h('div', { class: 'mode-actions' }, button(texts.typed, () => {
        pixels.required = true
        give((known, name) => this.actions.scale(pixels.valueAsNumber / known, name))
        pixels.required = false
      })))
    const give = (action) => form.reportValidity() && action(length.valueAsNumber, unit.value)
    return h('details', {}, h('summary', {}, texts.scale), h('p', { class: 'hint' }, texts.scaleHint), form)
  }

  limitForm() {
    [this.least, this.most] = [number({ required: false }), number({ required: false })]
    const [least, most] = [this.least, this.most]
    const value = ({ valueAsNumber }) => (Number.isNaN(valueAsNumber) ? undefined : valueAsNumber)
    const apply = () => {
      most.setCustomValidity(least.valueAsNumber > most.valueAsNumber ? texts.crossed : '')
      if (form.reportValidity()) this.change({ smallest: value(least), largest: value(most) })
    }
    least.oninput = most.oninput = () => most.setCustomValidity('')
    const form = h('form', { class: 'size-form', onsubmit: (event) => { event.preventDefault(); apply() } },
      h('label', { for: least.id }, texts.least), least, h('label', { for: most.id }, texts.most), most,
      h('div', { class: 'mode-actions' }, h('button', { class: 'button' }, texts.apply)))
    this.limits = h('details', {}, h('summary', {}, texts.limits), form)
    return this.limits
  }

  change(part) {
    this.actions.measure({ ...this.session.result.parameters.measuring, ...part })
  }

  /** @param {boolean} isSelected whether a thing is selected that may be of known size */
  update(isSelected) {
    const { result, corrections } = this.session
    const measuring = result.parameters.measuring ?? null
    // The user who measures wants to see the sizes.
    if (measuring && this.start.hidden === false) this.element.open = true
    this.start.hidden = Boolean(measuring)
    this.stop.hidden = this.limits.hidden = !measuring
    this.isKnown.disabled = !isSelected
    this.summary.replaceChildren(...(measuring ? this.facts(result, sizesOf(result, corrections)) : []))
    if (this.limits.contains(document.activeElement)) return
    for (const [input, limit] of [[this.least, measuring?.smallest], [this.most, measuring?.largest]]) {
      input.value = limit ?? ''
    }
  }

  facts(result, sizes) {
    const unit = unitOf(result)
    const scale = h('p', { class: 'hint' }, result.scale ? fill(texts.scaleIs, { pixels: told(result.scale.pixelsPerUnit), unit }) : texts.unknown)
    if (!sizes) return [scale, h('p', {}, texts.none)]
    const row = (name, { median, least, most }) => h('tr', {}, h('th', { scope: 'row' }, texts.names[name], ' ',
      h('span', { class: 'size-unit' }, name === 'area' ? `${unit}²` : unit)), [median, least, most].map((value) => h('td', {}, told(value))))
    return [
      h('table', { class: 'size-table' }, h('caption', { class: 'visually-hidden' }, fill(texts.of, { count: sizes.measured })),
        h('thead', {}, h('tr', {}, h('td'), [texts.median, texts.smallest, texts.largest].map((name) => h('th', { scope: 'col' }, name)))),
        h('tbody', {}, Object.entries(sizes.spreads).map(([name, spread]) => row(name, spread)))),
      bars(sizes.histogram, unit), scale]
  }
}

function number(rest) {
  return h('input', { type: 'number', class: 'input', id: uniqueId('size'), min: 0, step: 'any', required: true, inputmode: 'decimal', ...rest })
}

/** Draws one bar per bin of the histogram. */
function bars({ from, step, counts }, unit) {
  const most = Math.max(...counts)
  const bar = (count, place) => {
    const start = from + place * step
    const name = fill(texts.bar, { count, from: told(start), to: told(start + step), unit })
    const item = h('li', { title: name }, h('span', { class: 'visually-hidden' }, name))
    item.style.setProperty('--share', String(count / most))
    return item
  }
  return h('figure', { class: 'size-bars' }, h('ol', {}, counts.map(bar)),
    h('figcaption', {}, h('span', {}, told(from)), h('span', {}, fill(texts.lengths, { unit })), h('span', {}, told(from + step * counts.length))))
}
