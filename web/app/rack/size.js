import { h, uniqueId } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'

const texts = strings.rack.size
const LARGEST = 64
/** Prefix of the name of a container. */
const container = 'container:'

/**
 * Chooses how codes become rows and columns. The value is in the server's format: `9x9`, `auto`, `tolerance:100`; or
 * undefined for the value in the settings.
 */
export class SizeChoice {
  /**
   * @param {{hasSettings?: boolean, onChange?: () => void}} [options] whether the value in the settings is one of the
   *   choices, and a handler for changes
   */
  constructor({ hasSettings = false, onChange = () => {} } = {}) {
    const name = uniqueId('size')
    this.onChange = onChange
    const choice = (value, text) => h('label', {}, h('input', { type: 'radio', name, value, onchange: () => {
      this.#show()
      this.onChange()
    } }), h('span', {}, text))
    this.#choice = choice
    this.first = hasSettings ? 'settings' : 'auto'
    this.rows = numberField(texts.rows, { min: 1, max: LARGEST, value: 9 })
    this.cols = numberField(texts.cols, { min: 1, max: LARGEST, value: 9 })
    this.pixels = numberField(texts.pixels, { min: 1, max: 10000, value: 100 })
    this.sides = h('div', { class: 'size-fields' }, this.rows.element, this.cols.element)
    this.distance = h('div', { class: 'size-fields' }, this.pixels.element)
    this.turn = turnField()
    this.choices = h('div', { class: 'size-choices' },
      hasSettings && choice('settings', texts.settings),
      choice('auto', texts.auto),
      texts.sizes.map((size) => choice(size, sizeText(size))),
      choice('other', texts.other), choice('tolerance', texts.distance))
    this.element = h('fieldset', { class: 'size-choice' }, h('legend', {}, texts.question), this.choices, this.sides, this.distance, this.turn.element)
    this.select(this.first)
  }

  #choice
  /** Names of containers with named positions instead of rows and columns. */
  #named = new Set()

  /**
   * Adds containers that are more than one of the sizes here.
   *
   * @param {{name: string, positions?: object[]}[]} containers
   */
  offer(containers) {
    const own = containers.filter(({ name }) => !/^\d+$/.test(name))
    this.#named = new Set(containers.filter(({ positions }) => positions?.length > 0).map(({ name }) => name))
    this.choices.append(...own.map(({ name }) => this.#choice(container + name, name)))
  }

  /** The choice in the form in which it is remembered. */
  get kind() {
    return this.value ?? this.container
  }

  /** @returns {string | undefined} the name of a container */
  get container() {
    return this.chosen.startsWith(container) ? this.chosen.slice(container.length) : undefined
  }

  /** The options of the request. */
  get options() {
    if (this.container === undefined) return { grid: this.value }
    const turn = this.turn.input.value
    return { container: this.container, ...(this.isNamed && turn !== '' && { turn: Number(turn) }) }
  }

  /** Whether the chosen container has named positions, and no rows or columns. */
  get isNamed() {
    return this.#named.has(this.container)
  }

  /** Asks only how a container with named positions is turned. @param {string} name @param {number} [turn] */
  askForTurn(name, turn) {
    this.#named.add(name)
    if (!this.#radio(container + name)) {
      this.choices.append(this.#choice(container + name, name))
      this.#radio(container + name)
    }
    this.turn.input.value = turn ?? ''
    this.choices.hidden = true
    this.element.querySelector('legend').textContent = texts.named
    this.#show()
  }

  /** @param {string} value one of the choices, or a size */
  select(value) {
    const [, rows, cols] = /^(\d+)x(\d+)$/.exec(value) ?? []
    const [, pixels] = /^tolerance:(.+)$/.exec(value) ?? []
    if (rows) [this.rows.input.value, this.cols.input.value] = [rows, cols]
    if (pixels) this.pixels.input.value = pixels
    const other = rows ? 'other' : pixels ? 'tolerance' : this.first
    this.#radio(value) ?? this.#radio(other)
    this.#show()
  }

  #radio(value) {
    const radio = [...this.choices.querySelectorAll('input')].find((each) => each.value === value)
    if (radio) radio.checked = true
    return radio
  }

  #show() {
    const { chosen } = this
    this.sides.hidden = chosen !== 'other'
    this.distance.hidden = chosen !== 'tolerance'
    this.turn.element.hidden = !this.isNamed
  }

  get chosen() {
    return this.choices.querySelector('input:checked').value
  }

  /** @returns {string | undefined} */
  get value() {
    if (this.chosen === 'settings' || this.container !== undefined) return undefined
    if (this.chosen === 'other') return `${this.rows.input.value}x${this.cols.input.value}`
    return this.chosen === 'tolerance' ? `tolerance:${this.pixels.input.value}` : this.chosen
  }
}

function numberField(label, { min, max, value }) {
  const id = uniqueId('side')
  const input = h('input', { class: 'input', id, type: 'number', inputmode: 'numeric', required: true, min, max, step: 1, value,
    onchange: () => { input.value = whole(input.value, min, max) } })
  return { input, element: h('div', {}, h('label', { for: id }, label), input) }
}

/** A field for degrees, empty if unknown. */
function turnField() {
  const id = uniqueId('turn')
  const input = h('input', { class: 'input', id, type: 'number', inputmode: 'numeric', min: -360, max: 360, step: 1,
    onchange: () => { if (input.value !== '') input.value = whole(input.value, -360, 360) } })
  return { input, element: h('div', { class: 'size-fields' }, h('div', {}, h('label', { for: id }, texts.turn), input), h('p', { class: 'hint' }, texts.turnHint)) }
}

/** Returns the nearest valid whole number. */
function whole(text, min, max) {
  return Math.max(min, Math.min(max, Math.round(Number(text)) || Math.max(min, 0)))
}

function sizeText(size) {
  const [rows, cols] = size.split('x')
  return fill(texts.sizeText, { rows, cols })
}
