import { api } from '../api.js'
import { button } from '../buttons.js'
import { h } from '../dom.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'

const texts = strings.gallery.samples

/** Whether the library has sample photos and nothing else. @param {{folders: {isSample?: boolean}[]}} state */
export const hasSamples = ({ folders }) => folders.some(({ isSample }) => isSample)

/** Adds the sample photos to an empty library. @param {() => void} added */
export async function addSamples(added) {
  try {
    await api.gallery.addSamples()
    added()
  } catch (error) {
    toast(api.sentence(error), { kind: 'problem' })
  }
}

/** Says that these are sample photos, and takes them out again. */
export class SampleLine {
  #remove = button(texts.remove, () => this.#takeOut())

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed
    this.element = h('div', { class: 'sample-line', role: 'group', 'aria-label': texts.label, hidden: true }, h('p', {}, texts.text), this.#remove)
  }

  /** @param {{folders: object[], canAdd: boolean}} state */
  show(state) {
    this.samples = state.folders.filter(({ isSample }) => isSample)
    this.element.hidden = this.samples.length === 0
    this.#remove.hidden = !state.canAdd
  }

  async #takeOut() {
    try {
      for (const { id } of this.samples) await api.gallery.removeFolder(id)
      toast(texts.removed)
    } catch (error) {
      toast(api.sentence(error), { kind: 'problem' })
    }
    this.changed()
  }
}
