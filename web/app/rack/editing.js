import { fill } from '../format.js'
import { strings } from '../strings.js'
import { Box } from './box.js'
import { cropOf } from './crop.js'
import { Saving } from './saving.js'
import { askForValue } from './typing.js'

const texts = strings.rack.typing

/** The box with what a person types into it: asked for, shown at once, saved, and taken back. Fires `change`. */
export class Editing extends EventTarget {
  /** @type {Box} */
  box

  /**
   * @param {import('./result.js').Reading} reading
   * @param {import('../router.js').Context} context
   * @param {{choose: (id: string) => void, photo: () => Promise<HTMLImageElement | null>, signal: AbortSignal}} parts
   *   the signal ends with the screen
   */
  constructor(reading, context, { choose, photo, signal }) {
    super()
    this.box = new Box(reading.result, reading.corrections)
    this.context = context
    this.choose = choose
    this.photo = photo
    this.signal = signal
    this.saving = reading.entry
      && new Saving(reading.entry.id, this.box.corrections, context, (saved) => this.#set(new Box(this.box.rack, saved)))
  }

  get isPending() {
    return this.saving?.isPending ?? false
  }

  async settled() {
    await this.saving?.settled()
  }

  /** Asks for the value of a well. @param {string} id */
  async type(id) {
    const well = this.box.well(id)
    if (!this.box.canType(well)) return
    this.choose(id)
    const next = this.box.nextWithoutValue(id)
    const answer = await askForValue(well, this.box, { crop: () => this.#crop(well), hasNext: next !== undefined && next.id !== id })
    if (!answer || this.signal.aborted) return
    this.#change(well, answer.value, fill(texts.saved, { name: well.name, value: answer.value }))
    if (answer.isNext) this.type(this.box.nextWithoutValue(id).id)
  }

  /** Back to what was read. @param {string} id */
  remove(id) {
    const well = this.box.well(id)
    if (well?.status !== 'typed') return false
    this.#change(well, null, fill(texts.removed, well))
    return true
  }

  #change(well, value, text) {
    this.#make(this.box.typing(well, value), text)
  }

  /** Says which box it is. @param {string} code */
  name(code) {
    if (code !== this.box.code) this.#make(this.box.coded(code), fill(strings.rack.code.saved, { code }))
  }

  #make(box, text) {
    const before = this.box.corrections
    this.#save(box)
    this.context.toast(text, { undo: () => { if (!this.signal.aborted) this.#save(new Box(this.box.rack, before)) } })
  }

  /** Who hears of a change and waits until it is settled must find it under way. */
  #save(box) {
    this.saving?.save(box.corrections)
    this.#set(box)
  }

  #set(box) {
    if (this.signal.aborted) return
    this.box = box
    this.dispatchEvent(new Event('change'))
  }

  async #crop(well) {
    const photo = await this.photo()
    return photo && cropOf(photo, this.box.rack, well, this.box.pitch, fill(texts.crop, well))
  }
}
