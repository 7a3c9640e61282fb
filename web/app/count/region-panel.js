import { button, iconButton } from '../buttons.js'
import { h, uniqueId } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { countedRegions } from './regions.js'

const texts = strings.count.regions
/** Maximum number of regions that the server accepts, and maximum length of a name that fits 80 bytes in any script. */
const [MOST, LONGEST] = [2048, 26]

/** The parts of the photo that count, each separately, and those left out; and ways to add some. */
export class RegionPanel {
  /**
   * @param {import('./session.js').CountSession} session
   * @param {{grid: (grid: {rows: number, columns: number}, isDrawn: boolean) => void,
   *   change: (areas: {regions?: object[], region?: null, exclusions?: number[][][]}) => void}} actions
   * @param {HTMLElement | false} areas the ways to draw
   */
  constructor(session, actions, areas) {
    this.session = session
    this.actions = actions
    this.shown = ''
    this.rows = []
    this.list = h('ul', { class: 'region-list', 'aria-label': texts.list })
    this.element = h('section', { class: 'card regions', hidden: !session.photo },
      h('h2', {}, texts.title), h('p', { class: 'hint' }, texts.hint), areas, this.list, this.gridForm())
  }

  gridForm() {
    const side = (value) => h('input', {
      type: 'number', class: 'input', id: uniqueId('grid'), min: 1, max: MOST, value, required: true, inputmode: 'numeric',
    })
    const [rows, columns] = [side(4), side(6)]
    const lay = (isDrawn) => {
      if (!form.reportValidity()) return
      const grid = { rows: rows.valueAsNumber, columns: columns.valueAsNumber }
      columns.setCustomValidity(grid.rows * grid.columns > MOST ? fill(texts.tooMany, { most: MOST }) : '')
      if (form.reportValidity()) this.actions.grid(grid, isDrawn)
    }
    columns.oninput = rows.oninput = () => columns.setCustomValidity('')
    const form = h('form', { class: 'region-grid', onsubmit: (event) => { event.preventDefault(); lay(false) } },
      h('label', { for: rows.id }, texts.rows), rows, h('label', { for: columns.id }, texts.columns), columns,
      h('div', { class: 'mode-actions' }, h('button', { class: 'button' }, texts.whole), button(texts.corners, () => lay(true))))
    return h('details', {}, h('summary', {}, texts.grid), form)
  }

  update() {
    const { result, corrections, now: { order: { options: { region, exclusions = [] } } } } = this.session
    const regions = result.parameters.regions ?? []
    const shown = JSON.stringify([regions.map(({ name }) => name), Boolean(region), exclusions.length])
    // Unchanged regions are left alone, so that keyboard users keep their place.
    if (shown !== this.shown) {
      this.shown = shown
      this.rows = regions.map((each, place) => this.row(each, place))
      this.list.replaceChildren(
        ...region ? [this.line(texts.counted, () => this.actions.change({ region: null }))] : [], ...this.rows.map(({ element }) => element),
        ...exclusions.map((_, place) => this.line(fill(texts.leftOut, { number: place + 1 }), () => this.actions.change({ exclusions: without(exclusions, place) }))))
    }
    this.list.hidden = this.list.childElementCount === 0
    countedRegions(result, corrections).forEach(({ count }, place) => { this.rows[place].number.textContent = String(count) })
  }

  /** An area without a number of its own. @param {string} name @param {() => void} remove */
  line(name, remove) {
    return h('li', {}, h('span', { class: 'region-name' }, name), iconButton('trash', fill(texts.remove, { name }), remove))
  }

  row({ name }, place) {
    const number = h('output', { class: 'region-count' })
    const input = h('input', { class: 'input', value: name, maxlength: LONGEST, 'aria-label': fill(texts.name, { number: place + 1 }) })
    input.onchange = () => this.rename(place, input)
    return { number, element: h('li', {}, input, number, iconButton('trash', fill(texts.remove, { name }), () => this.remove(place))) }
  }

  rename(place, input) {
    const { regions } = this.session.result.parameters
    const name = input.value.trim()
    const isFree = name && !regions.some((other, index) => index !== place && other.name === name)
    input.setCustomValidity(isFree ? '' : texts.taken)
    if (!input.reportValidity() || name === regions[place].name) return
    this.actions.change({ regions: regions.map((region, index) => (index === place ? { ...region, name } : region)) })
  }

  remove(place) {
    this.actions.change({ regions: without(this.session.result.parameters.regions, place) })
  }
}

const without = (list, place) => list.filter((_, index) => index !== place)
