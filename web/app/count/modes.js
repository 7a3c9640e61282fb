import { button } from '../buttons.js'
import { h } from '../dom.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'

const texts = strings.count.modes

/** What a tap does, in the order in which it is offered; `needsPhoto`: what counts anew. */
export const modes = [
  { name: 'select', icon: 'hand', viewer: 'select' },
  { name: 'add', icon: 'plus', viewer: 'add' },
  { name: 'remove', icon: 'minus', viewer: 'remove' },
  { name: 'like', icon: 'like', viewer: 'like', needsPhoto: true },
  { name: 'region', icon: 'region', viewer: 'region', needsPhoto: true },
  { name: 'exclude', icon: 'exclude', viewer: 'region', needsPhoto: true },
]

/** A row of modes, one of them chosen, and what to do in it. */
export class ModeBar {
  /**
   * @param {{hasPhoto: boolean, choose: (mode: string) => void, finish: () => void, back: () => void,
   *   clearRegion: () => void, clearLike: () => void}} options
   */
  constructor({ hasPhoto, choose, finish, back, clearRegion, clearLike }) {
    this.choose = choose
    this.offered = modes.filter(({ needsPhoto }) => hasPhoto || !needsPhoto)
    this.inputs = new Map(this.offered.map((mode) => [mode.name, this.input(mode)]))
    this.hint = h('p', { class: 'hint', role: 'status' })
    this.finish = button(texts.finish, finish)
    this.back = button(texts.back, back)
    this.clearRegion = button(texts.clearRegion, clearRegion)
    this.clearLike = button(texts.clearLike, clearLike)
    const [shape, limits] = [[this.finish, this.back], [this.clearRegion, this.clearLike]]
    for (const action of [...shape, ...limits]) action.hidden = true
    this.finish.className = 'button'
    this.element = h('div', { class: 'count-modes' },
      h('fieldset', {}, h('legend', { class: 'visually-hidden' }, texts.title),
        h('div', { class: 'mode-row' }, this.offered.map((mode) => this.label(mode)))),
      this.hint, h('div', { class: 'mode-actions shape-actions' }, shape), h('div', { class: 'mode-actions' }, limits))
    this.set('select')
  }

  input({ name }) {
    return h('input', { type: 'radio', name: 'mode', value: name, onchange: () => this.choose(name) })
  }

  label({ name, icon: sign }) {
    return h('label', { class: 'mode' }, this.inputs.get(name), h('span', {}, icon(sign), texts[name].name))
  }

  /** @param {string} mode */
  set(mode) {
    this.mode = mode
    this.inputs.get(mode).checked = true
    this.hint.textContent = texts[mode].hint
    this.tellCorners(0)
  }

  /** @param {string} hint what to draw, where that is not what the mode says */
  ask(hint) {
    this.hint.textContent = hint
  }

  /** @param {number} count how many corners the shape that is being drawn has */
  tellCorners(count) {
    this.finish.hidden = count < 3
    this.back.hidden = count === 0
  }

  /** Offers to take back what limits the count. */
  tellLimits({ region, exclusions, like }) {
    this.clearRegion.hidden = !region && !exclusions?.length
    this.clearLike.hidden = !like
  }
}
