import { button } from '../buttons.js'
import { h } from '../dom.js'
import { datedName, save, saveText } from '../files.js'
import { icon } from '../icons.js'

/** Whether this device can share pictures. */
const canShare = Boolean(navigator.canShare?.({ files: [new File([''], 'a.jpg', { type: 'image/jpeg' })] }))

/**
 * The annotated picture, CSV and JSON: saved, or shared where the device can.
 *
 * @typedef {object} Exported what is made here while the history does not keep the result
 * @property {string} stem how names of files begin
 * @property {object} texts
 * @property {() => string} csv
 * @property {() => object} json
 * @property {() => string} sentence what is shared together with the picture
 */
export class ExportBar {
  /**
   * @param {{saver: import('./saver.js').Saver, photo: string | null, saved: () => Promise<boolean>}} session
   * @param {import('../router.js').Context} context @param {Exported} exported
   */
  constructor(session, context, exported) {
    const { texts } = exported
    this.session = session
    this.context = context
    this.exported = exported
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

  get entry() {
    return this.session.saver.entry
  }

  get name() {
    return datedName(this.exported.stem, this.entry ? new Date(this.entry.time * 1000) : new Date())
  }

  update() {
    const { texts } = this.exported
    const hasPicture = Boolean(this.entry && this.session.photo)
    this.picture.hidden = !hasPicture
    this.share.hidden = !hasPicture || !canShare
    this.note.hidden = hasPicture
    this.note.textContent = this.entry ? texts.gone : texts.unkept
  }

  async attempt(action) {
    try {
      await action()
    } catch (error) {
      const { toast, api } = this.context
      if (!api.isAbort(error)) toast(this.exported.texts.failed(api.sentence(error)), { kind: 'problem' })
    }
  }

  async saveFile(format) {
    const { session, exported, context: { api } } = this
    if (await session.saved()) return save(api.history.exportURL(this.entry.id, format), `${this.name}.${format}`)
    if (format === 'csv') saveText(exported.csv(), 'text/csv', `${this.name}.csv`)
    else saveText(JSON.stringify(exported.json(), null, 2), 'application/json', `${this.name}.json`)
  }

  /** Fetched first, so that what goes wrong can be said. */
  async savePicture() {
    const address = URL.createObjectURL(await this.annotated())
    save(address, `${this.name}.jpg`)
    setTimeout(() => URL.revokeObjectURL(address), 10000)
  }

  async sharePicture() {
    const file = new File([await this.annotated()], `${this.name}.jpg`, { type: 'image/jpeg' })
    await navigator.share({ files: [file], text: this.exported.sentence() })
  }

  async annotated() {
    await this.session.saved()
    return this.context.api.history.annotated(this.entry.id)
  }
}
