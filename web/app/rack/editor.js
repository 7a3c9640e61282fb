import { fill } from '../format.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { cropOf } from './crop.js'
import { askForValue } from './typing.js'

const texts = strings.rack.typing

/** The values that the user types into a box: asks for them, shows them immediately, and undoes them. */
export class Editor {
  /**
   * @param {import('./session.js').RackSession} session
   * @param {{choose: (id: string) => void, photo: () => Promise<HTMLImageElement | null>, signal: AbortSignal}} parts
   *   the signal aborts with the screen
   */
  constructor(session, { choose, photo, signal }) {
    Object.assign(this, { session, choose, photo, signal })
  }

  /** Asks for the value of a well. @param {string} id */
  async type(id) {
    const { session } = this
    const well = session.box.well(id)
    if (!session.box.canType(well)) return
    this.choose(id)
    const next = session.box.nextWithoutValue(id)
    const answer = await askForValue(well, session.box, { crop: () => this.#crop(well), hasNext: next !== undefined && next.id !== id })
    if (!answer || this.signal.aborted) return
    if (answer.value !== well.value) this.#correct(session.box.typing(well, answer.value), fill(texts.saved, { name: well.name, value: answer.value }))
    if (answer.isNext) this.type(session.box.nextWithoutValue(id).id)
  }

  /** Restores the value that was read. @param {string} id */
  remove(id) {
    const { box } = this.session
    const well = box.well(id)
    if (well?.status !== 'typed') return false
    this.#correct(box.typing(well, null), fill(texts.removed, well))
    return true
  }

  /** Sets the box code. @param {string} code */
  name(code) {
    const { box } = this.session
    if (code !== box.code) this.#correct(box.coded(code), fill(strings.rack.code.saved, { code }))
  }

  #correct({ corrections }, text) {
    this.session.correct(corrections)
    toast(text, { undo: () => { if (!this.signal.aborted) this.session.undo() } })
  }

  async #crop(well) {
    const photo = await this.photo()
    const { box } = this.session
    return photo && cropOf(photo, box.rack, well, box.pitch, fill(texts.crop, well))
  }
}
