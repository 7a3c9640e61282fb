import { h } from '../dom.js'
import { datedName } from '../files.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'
import { csvOf } from './csv.js'
import { sheet } from './sheet.js'
import { askForTable } from './table-form.js'

const texts = strings.rack.exports

/** Saves or shares what came out. What the server keeps, it exports; the rest is made here. */
export class Exports {
  /**
   * @param {object | undefined} entry of the history
   * @param {import('./editing.js').Editing} editing
   * @param {import('../router.js').Context} context
   */
  constructor(entry, editing, context) {
    this.entry = entry
    this.editing = editing
    this.context = context
    const kept = entry !== undefined
    this.picture = kept && this.#button('photo', texts.picture, async () => saveFile(await this.#pictureFile()))
    this.sharePicture = kept && canShare('image/jpeg') && this.#button('share', texts.sharePicture, () => this.#sharePicture())
    this.note = h('p', { class: 'hint sheet-note' }, texts.noPicture)
    const items = [
      kept ? this.#link('csv', texts.csv) : this.#button('download', texts.csv, () => saveFile(this.#csvFile())),
      kept && this.#button('download', texts.other, () => this.#otherTable()),
      kept ? this.#link('json', texts.json) : this.#button('download', texts.json, () => saveFile(this.#jsonFile())),
      this.picture,
      canShare('text/csv') && this.#button('share', texts.shareTable, () => this.#shareTable()),
      this.sharePicture,
      this.note,
    ].filter(Boolean)
    this.element = sheet({ label: texts.button, sign: icon('download'), items })
    this.setPhoto(true)
  }

  /** @param {boolean} isThere whether the server has the photo */
  setPhoto(isThere) {
    const hasPicture = isThere && this.entry !== undefined
    for (const item of [this.picture, this.sharePicture]) if (item) item.hidden = !hasPicture
    this.note.hidden = hasPicture
  }

  #link(format, text) {
    const href = this.context.api.history.exportURL(this.entry.id, format)
    return h('a', { class: 'sheet-item', href, download: '', onclick: (event) => this.#wait(event) }, icon('download'), text)
  }

  #button(sign, text, run) {
    return h('button', { class: 'sheet-item', type: 'button', onclick: () => this.#try(run) }, icon(sign), text)
  }

  /** What was just typed belongs into the file. */
  async #wait(event) {
    if (!this.editing.isPending) return
    event.preventDefault()
    const link = event.target.closest('a')
    await this.editing.settled()
    link.click()
  }

  async #try(run) {
    const { api, toast } = this.context
    try {
      await run()
    } catch (error) {
      if (!api.isAbort(error)) toast(api.sentence(error), { kind: 'problem' })
    }
  }

  /** In the form of another system: of what was typed until now. */
  async #otherTable() {
    await this.editing.settled()
    askForTable((format, form) => this.context.api.history.tableURL(this.entry.id, format, form))
  }

  #csvFile() {
    return new File([csvOf(this.editing.box)], `${this.#name}.csv`, { type: 'text/csv' })
  }

  #jsonFile() {
    const { rack, typed, corrections } = this.editing.box
    const json = JSON.stringify(typed.length > 0 || corrections.rack ? { ...rack, corrections } : rack)
    return new File([json], `${this.#name}.json`, { type: 'application/json' })
  }

  /** Sharing must follow at once upon the press, so the table is made here. */
  #shareTable() {
    return navigator.share({ files: [this.#csvFile()] })
  }

  async #sharePicture() {
    return navigator.share({ files: [await this.#pictureFile()] })
  }

  /** Fetched, and no link, so that what goes wrong can be said. */
  async #pictureFile() {
    await this.editing.settled()
    const blob = await this.context.api.history.annotated(this.entry.id)
    return new File([blob], `${this.#name}.jpg`, { type: 'image/jpeg' })
  }

  get #name() {
    return datedName(texts.vials, this.entry ? new Date(this.entry.time * 1000) : new Date())
  }
}

function canShare(type) {
  return navigator.canShare?.({ files: [new File([''], 'vials', { type })] }) ?? false
}

function saveFile(file) {
  const address = URL.createObjectURL(file)
  h('a', { href: address, download: file.name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
