import { h } from '../dom.js'
import { strings } from '../strings.js'
import { Emitter } from '../viewer/emitter.js'

const texts = strings.shelf.layers
const names = ['spines', 'text', 'barcodes']
const storageKey = 'espy.shelf.hidden-layers'
/** Hidden by default: a second outline inside each outline would hide more than it shows. */
const HIDDEN = 'text'

/** The layers drawn over the picture, each of which can be hidden; remembered in this browser. Emits `change`. */
export class Layers extends Emitter {
  constructor() {
    super()
    this.hidden = new Set((localStorage.getItem(storageKey) ?? HIDDEN).split(' ').filter((name) => names.includes(name)))
    this.inputs = new Map(names.map((name) => [name, h('input', {
      type: 'checkbox', checked: this.shows(name), onchange: ({ target }) => this.set(name, target.checked),
    })]))
    this.labels = new Map(names.map((name) => [name, h('label', { class: 'layer' }, this.inputs.get(name),
      h('span', {}, h('i', { class: `layer-sign layer-${name}`, 'aria-hidden': 'true' }), texts[name]))]))
    this.element = h('fieldset', { class: 'layers' }, h('legend', { class: 'visually-hidden' }, texts.title), ...this.labels.values())
  }

  /** @param {'spines' | 'text' | 'barcodes'} name */
  shows(name) {
    return !this.hidden.has(name)
  }

  /** Shows or hides the choice of a layer. @param {'spines' | 'text' | 'barcodes'} name @param {boolean} isThere */
  offer(name, isThere) {
    this.labels.get(name).hidden = !isThere
  }

  toggle(name) {
    this.set(name, !this.shows(name))
  }

  set(name, isShown) {
    if (isShown) this.hidden.delete(name)
    else this.hidden.add(name)
    this.inputs.get(name).checked = isShown
    localStorage.setItem(storageKey, [...this.hidden].join(' '))
    this.emit('change')
  }
}
