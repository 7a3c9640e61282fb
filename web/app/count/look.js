import { h, svg } from '../dom.js'
import { strings } from '../strings.js'
import { MARK_STYLES } from '../viewer/mark-styles.js'
import { foldedCard } from './fold.js'

const texts = strings.count.look
const looks = ['numbers', 'confidence', 'boxes', 'dots', 'none']
/** The meanings of the lines, in the order of the legend. */
const meanings = ['main', 'added', 'doubt', 'removed', 'maybe', 'other']

/** The look of the marks, and a legend for those on the photo. */
export class LookBar {
  #legend = h('ul', { class: 'mark-legend' })
  #others

  /** @param {(look: string) => void} choose @param {(showsAll: boolean) => void} showAll also all uncounted marks */
  constructor(choose, showAll) {
    const option = (look) => h('label', {}, h('input', {
      type: 'radio', name: 'look', value: look, checked: look === 'numbers', onchange: () => this.#choose(look, choose),
    }), h('span', {}, texts[look]))
    this.all = h('input', { type: 'checkbox', onchange: () => showAll(this.all.checked) })
    this.#others = h('label', { class: 'look-others', hidden: true }, this.all, texts.all)
    this.element = foldedCard('count-look', [h('h2', {}, texts.title)],
      h('fieldset', {}, h('legend', { class: 'visually-hidden' }, texts.title), h('div', { class: 'segments' }, looks.map(option))), this.#others, this.#legend)
  }

  /** @param {{style: string}[]} marks */
  update(marks) {
    this.#others.hidden = !this.all.checked && !marks.some(({ isHidden }) => isHidden)
    const present = new Set(marks.filter(({ isHidden }) => !isHidden).map(({ style }) => style))
    const known = meanings.filter((style) => present.has(style)).join(' ')
    if (known === this.known) return
    this.known = known
    this.#legend.replaceChildren(...known.split(' ').filter(Boolean).map(meaning))
  }

  #choose(look, choose) {
    this.#legend.hidden = look === 'none'
    choose(look)
  }
}

const meaning = (name) => h('li', {}, sampleOf(name), texts.meanings[name])

/** Returns a small picture of a mark. */
export function sampleOf(name) {
  const { color, width, dash, glyph } = MARK_STYLES[name]
  return svg('svg', { class: 'mark-sample', viewBox: '0 0 30 20', 'aria-hidden': 'true' },
    svg('rect', { x: 2, y: 2, width: 26, height: 16, fill: 'none', stroke: color, 'stroke-width': width,
      'stroke-dasharray': dash.length > 0 ? dash.map((each) => each / 2).join(' ') : null }),
    glyph && svg('text', { x: 15, y: 15, 'text-anchor': 'middle' }, glyph))
}
