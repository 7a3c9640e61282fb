import { api } from '../api.js'
import { datedName, saveBlob, saveText } from '../files.js'
import { fill } from '../format.js'
import { toast } from '../toast.js'

/** Whether this device can share files of a type. @param {string} type */
export const canShare = (type) => Boolean(navigator.canShare?.({ files: [new File([''], 'a', { type })] }))

/**
 * The files of a result: what the history keeps, the server exports, and the rest is made here.
 *
 * @typedef {object} Exported
 * @property {string} stem how names of files begin
 * @property {() => string} csv
 * @property {() => object} json
 * @property {() => string} [sentence] what is shared together with the picture
 * @property {() => string | undefined} [name] what the things are called
 * @property {string} [failed] says that it did not work, and `{why}`
 */
export class Exports {
  /** @param {import('./session.js').UndoSession} session @param {Exported} exported */
  constructor(session, exported) {
    this.session = session
    this.exported = exported
  }

  get entry() {
    return this.session.saver.entry
  }

  get name() {
    const named = this.exported.name?.()
    const stem = named ? `${this.exported.stem}_${fileName(named)}` : this.exported.stem
    return datedName(stem, this.entry ? new Date(this.entry.time * 1000) : new Date())
  }

  async attempt(action) {
    try {
      await action()
    } catch (error) {
      const { failed = '{why}' } = this.exported
      if (!api.isAbort(error)) toast(fill(failed, { why: api.sentence(error) }), { kind: 'problem' })
    }
  }

  /** @param {'csv' | 'json'} format */
  async saveFile(format) {
    const { exported, name } = this
    if (await this.session.saved()) return saveBlob(await api.history.exported(this.entry.id, format), `${name}.${format}`)
    if (format === 'csv') saveText(exported.csv(), 'text/csv', `${name}.csv`)
    else saveText(JSON.stringify(exported.json(), null, 2), 'application/json', `${name}.json`)
  }

  /** Fetched first, so that what goes wrong can be said. */
  async savePicture() {
    saveBlob(await this.#annotated(), `${this.name}.jpg`)
  }

  async sharePicture() {
    const { sentence } = this.exported
    const file = new File([await this.#annotated()], `${this.name}.jpg`, { type: 'image/jpeg' })
    await navigator.share({ files: [file], ...(sentence && { text: sentence() }) })
  }

  async #annotated() {
    await this.session.saved()
    return api.history.annotated(this.entry.id)
  }
}

/** A name as it may stand in that of a file. @param {string} name */
const fileName = (name) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
