import { button } from '../buttons.js'
import { h } from '../dom.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'

const texts = strings.count.modes

/** The actions of a tap, in the order offered; `needsPhoto` marks those that recount. */
export const modes = [
  { name: 'select', icon: 'hand', viewer: 'select' },
  { name: 'add', icon: 'plus', viewer: 'add' },
  { name: 'remove', icon: 'minus', viewer: 'remove' },
  { name: 'like', icon: 'like', viewer: 'like', needsPhoto: true },
  { name: 'region', icon: 'region', viewer: 'region', needsPhoto: true, isArea: true },
  { name: 'exclude', icon: 'exclude', viewer: 'region', needsPhoto: true, isArea: true },
]

/**
 * A row of modes, one of them selected, and a hint: `element` is available on every screen, `areas` has the modes that
 * draw regions, and `limits` removes the limits of the count.
 */
export class ModeBar {
  /**
   * @param {{hasPhoto: boolean, more: HTMLElement, choose: (mode: string) => void, finish: () => void, back: () => void,
   *   cancel: () => void, clearRegion: () => void, clearLike: () => void}} options `more` is the last button of the row
   */
  constructor({ hasPhoto, more, choose, finish, back, cancel, clearRegion, clearLike }) {
    this.choose = choose
    this.offered = modes.filter(({ needsPhoto }) => hasPhoto || !needsPhoto)
    this.inputs = new Map(this.offered.map((mode) => [mode.name, this.input(mode)]))
    this.hint = h('p', { class: 'hint', role: 'status' })
    this.finish = button(texts.finish, finish)
    this.back = button(texts.back, back)
    this.cancel = button(strings.shell.cancel, cancel)
    this.clearRegion = button(texts.clearRegion, clearRegion)
    this.clearLike = button(texts.clearLike, clearLike)
    const [shape, limits] = [[this.finish, this.back, this.cancel], [this.clearRegion, this.clearLike]]
    for (const action of [...shape, ...limits]) action.hidden = true
    this.finish.className = 'button'
    const [areas, others] = [true, false].map((isArea) => this.offered.filter((mode) => Boolean(mode.isArea) === isArea))
    this.areas = areas.length > 0 && this.row(strings.count.regions.draw, areas)
    this.limits = h('div', { class: 'mode-actions count-limits' }, limits)
    this.element = h('div', { class: 'count-modes' },
      h('div', { class: 'mode-tools' }, this.row(texts.title, others), more),
      h('div', { class: 'mode-help' }, this.hint, h('div', { class: 'mode-actions shape-actions' }, shape)))
    this.set('select')
  }

  row(title, offered) {
    return h('fieldset', {}, h('legend', { class: 'visually-hidden' }, title), h('div', { class: 'mode-row' }, offered.map((mode) => this.label(mode))))
  }

  input({ name }) {
    return h('input', { type: 'radio', name: 'mode', value: name, onchange: () => this.choose(name) })
  }

  label({ name, icon: sign }) {
    return h('label', { class: 'mode' }, this.inputs.get(name), h('span', {}, icon(sign), texts[name].name))
  }

  /** @param {string} mode */
  set(mode) {
    this.mode = this.element.dataset.mode = mode
    this.inputs.get(mode).checked = true
    this.hint.textContent = texts[mode].hint
    const isArea = modes.some((one) => one.name === mode && one.isArea)
    this.cancel.hidden = !isArea
    // They lie on a corner of the photo, where the user may draw now.
    this.limits.hidden = isArea
    this.tellCorners(0)
  }

  /** @param {string} hint what to draw, if that differs from the mode */
  ask(hint) {
    this.hint.textContent = hint
  }

  /** @param {number} count number of corners of the shape being drawn */
  tellCorners(count) {
    this.finish.hidden = count < 3
    this.back.hidden = count === 0
  }

  /** Offers to remove the limits of the count. */
  tellLimits({ region, exclusions, regions, like }) {
    this.clearRegion.hidden = !region && !exclusions?.length && !regions?.length
    this.clearLike.hidden = !like
  }
}
