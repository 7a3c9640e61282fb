import { h } from '../dom.js'
import { keptPhoto } from '../intake/kept.js'
import { errorState, messageState } from '../states.js'
import { Progress } from './progress.js'

/** Waits for a photo to be read, and shows how far it is. */
export class Reader {
  #cancelling = new AbortController()
  #address

  /**
   * @param {{id: string, photo?: string}} job @param {import('../router.js').Context} context
   * @param {{page: 'rack' | 'shelf', texts: object}} options `texts` are those of the page
   */
  constructor(job, context, { page, texts }) {
    this.job = job
    this.context = context
    this.page = page
    this.texts = texts
    this.#progress = new Progress({ texts: texts.progress, picture: this.#picture(), cancel: () => this.cancel() })
    this.nodes = this.#progress.nodes
    this.heading = this.#progress.heading
  }

  #progress

  /** The photo that this page has itself need not come over the network. */
  #picture() {
    const { photo } = this.job
    const kept = photo && keptPhoto(photo)
    if (kept && /^image\/(jpeg|png|webp)$/.test(kept.blob.type)) return (this.#address = URL.createObjectURL(kept.blob))
    return photo && this.context.api.photos.viewURL(photo, 1024)
  }

  /**
   * @param {() => void} again reads the photo again
   * @returns {Promise<import('../api/jobs.js').Job | 'cancelled' | null>} null when it failed; this then says why
   */
  async wait(again) {
    const { api, signal } = this.context
    const onProgress = (progress) => this.#progress.show(progress)
    try {
      return await api.followJob(this.job, { onProgress, signal: this.#cancelling.signal })
    } catch (error) {
      if (api.isAbort(error)) return 'cancelled'
      if (!signal.aborted && !this.#cancelling.signal.aborted) this.#fail(error, again)
      return null
    } finally {
      if (this.#address) URL.revokeObjectURL(this.#address)
    }
  }

  #fail(error, again) {
    const isGone = error.status === 404
    const state = isGone ? this.#goneState() : errorState(error, this.job.photo && again)
    const [head, body] = this.nodes
    head.firstChild.textContent = this.texts.title
    body.replaceWith(state)
  }

  #goneState() {
    const { page, texts } = this
    const { title, text, history } = texts.progress.gone
    return messageState({ icon: 'history', title, text,
      actions: [
        h('a', { class: 'button', href: `/${page}` }, texts.gone.start),
        h('a', { class: 'button-plain', href: `/history?kind=${page}` }, history),
      ] })
  }

  cancel() {
    this.#cancelling.abort()
  }
}
