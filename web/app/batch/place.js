import { outer } from '../base.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { currentQueue, newQueue } from './current.js'
import { addressOfTable, goneTable } from './ways.js'

/** The place for several photos: the table of a page, new or existing. */
export class BatchPlace {
  /** @type {import('./queue.js').BatchQueue | undefined} while its table is shown */
  #queue

  /**
   * @param {HTMLElement} root @param {import('../router.js').Context} context
   * @param {import('../intake.js').IntakeOptions} options
   */
  constructor(root, context, options) {
    Object.assign(this, { root, context, options })
  }

  get isShown() {
    return this.#queue !== undefined
  }

  /** @param {File[]} files get a new table, unless one is still being processed */
  begin(files) {
    const { page } = this.options
    const before = currentQueue(page)
    const queue = before?.isBusy ? before : newQueue(page)
    this.#queue = queue
    this.add(files)
    history.pushState(null, '', outer(addressOfTable(queue)))
    return this.#show()
  }

  /** @param {File[]} files are added to the visible table */
  add(files) {
    const known = this.#queue.add(files, this.options.wishes?.() ?? {})
    if (known > 0) toast(fill(strings.batch.known, { count: known }))
  }

  /** @param {string} id the one in the URL */
  open(id) {
    const { page, texts: { title } } = this.options
    const queue = currentQueue(page)
    if (queue?.id !== id) return this.root.replaceChildren(...goneTable(page, title))
    this.#queue = queue
    return this.#show()
  }

  async #show() {
    // Most users have one photo.
    const { BatchScreen } = await import('./screen.js')
    if (this.context.signal.aborted) return
    new BatchScreen(this.root, this.context, this.#queue, { take: (files) => this.add(files) }).focus()
    scrollTo(0, 0)
  }
}
