import { api } from '../api.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { LyingChoice, usualView, viewText } from './orientation.js'

const texts = strings.rack.lying

/** Shows where A1 is, and lets the user turn the box. */
export class Turning {
  #short = h('span', { class: 'resize-short' })

  /**
   * @param {import('./session.js').RackSession} session
   * @param {(record: object) => void} turned shows the turned box
   */
  constructor(session, turned) {
    this.session = session
    this.turned = turned
    this.view = session.saver.entry.parameters?.view ?? usualView
    this.choice = new LyingChoice((view) => this.#turn(view, this.view))
    this.choice.view = this.view
    this.#short.textContent = viewText(this.view)
    this.element = h('details', { class: 'turning' },
      h('summary', {}, icon('rack'), h('span', {}, `${texts.change}: `, this.#short)),
      h('div', { class: 'turning-form' }, this.choice.element, h('p', { class: 'hint' }, texts.hint)))
  }

  async #turn(view, before) {
    try {
      await this.session.saved()
      const record = await api.history.change(this.session.saver.entry.id, { view })
      this.turned(record)
      toast(fill(texts.turned, { view: viewText(view) }), { undo: () => this.#turn(before, view) })
    } catch (error) {
      this.choice.view = this.view
      if (!api.isAbort(error)) toast(api.sentence(error), { kind: 'problem' })
    }
  }
}
