import { button } from '../buttons.js'
import { h } from '../dom.js'
import { icon } from '../icons.js'
import { canShare, Exports } from './exports.js'

/** The annotated picture, CSV and JSON: saved, or shared where the device can. */
export class ExportBar extends Exports {
  /** @param {import('./session.js').UndoSession} session @param {import('./exports.js').Exported & {texts: object}} exported */
  constructor(session, { texts, ...exported }) {
    super(session, { failed: texts.failed, ...exported })
    this.texts = texts
    const offer = (sign, label, action) => {
      const element = button(label, () => this.attempt(action))
      element.prepend(icon(sign))
      return element
    }
    this.picture = offer('photo', texts.picture, () => this.savePicture())
    this.share = offer('share', texts.share, () => this.sharePicture())
    this.note = h('p', { class: 'hint' })
    this.element = h('section', { class: 'card export-bar' }, h('h2', {}, texts.title),
      h('div', { class: 'export-row' }, this.picture, offer('download', texts.table, () => this.saveFile('csv')),
        offer('download', texts.json, () => this.saveFile('json')), this.share), this.note)
    this.update()
  }

  update() {
    const { entry, texts } = this
    const hasPicture = Boolean(entry && this.session.photo)
    this.picture.hidden = !hasPicture
    this.share.hidden = !hasPicture || !canShare('image/jpeg')
    this.note.hidden = hasPicture
    this.note.textContent = entry ? texts.gone : texts.unkept
  }
}
