import { none, fromServer } from './corrections.js'
import { orderOf } from './order.js'
import { Progress } from './progress.js'
import { ResultScreen } from './result.js'
import { CountSession } from './session.js'
import { outer } from '../base.js'
import { button } from '../buttons.js'
import { h } from '../dom.js'
import { Intake } from '../intake.js'
import { keptPhoto } from '../intake/kept.js'
import { chosenRecipes, recipeChooser } from '../recipes/chooser.js'
import { messageState } from '../states.js'
import { strings } from '../strings.js'

const texts = strings.count

/**
 * `/count`: choose a photo; `?photo=` look at it; `?job=` wait for the count, and see it; `?entry=` see one of the
 * history; `?batch=` see the table of several photos.
 *
 * @type {import('../router.js').Mount}
 */
export function mount(root, context) {
  return new CountPage(root, context).open()
}

class CountPage {
  constructor(root, context) {
    this.root = root
    this.context = context
    this.screen = null
    this.life = new AbortController()
    this.intake = new Intake(root, context, {
      page: 'count', texts: texts.intake, begin: (photo, signal) => this.begin(photo, signal), leave: () => this.leave(),
      extra: recipeChooser(context.signal), wishes: chosenRecipes,
    })
  }

  /** @returns {() => void} */
  open() {
    const { query } = this.context
    const [photo, job, entry] = ['photo', 'job', 'entry'].map((name) => query.get(name))
    if (job) this.showJob({ id: job, photo: sessionStorage.getItem(`espy.photo.${job}`) })
    else if (entry) this.showEntry(entry)
    else if (photo) this.intake.review(photo)
    else this.intake.start()
    return () => this.leave()
  }

  /** The photo is there: the count begins, and the page waits for it. */
  async begin(photo, signal = this.context.signal) {
    const job = await this.context.api.startCount({ photo: photo.id, options: {}, ...chosenRecipes() }, { signal })
    this.context.signal.throwIfAborted()
    history.pushState(null, '', outer(`/count?job=${job.id}`))
    sessionStorage.setItem(`espy.photo.${job.id}`, photo.id)
    this.showJob({ ...job, photo: photo.id })
  }

  async showJob(job) {
    const { api } = this.context
    const life = this.renew()
    const cancelling = new AbortController()
    const progress = new Progress({
      picture: job.photo ? api.photos.viewURL(job.photo, 1024) : null, connection: api.connection, signal: life,
      cancel: () => { cancelling.abort(); this.again(job.photo) },
    })
    this.root.replaceChildren(...progress.nodes)
    try {
      const done = await api.followJob(job, { signal: cancelling.signal, onProgress: (step) => progress.tell(step) })
      if (life.aborted) return
      sessionStorage.setItem(`espy.photo.${done.id}`, done.photo)
      if (done.entry) sessionStorage.setItem(`espy.entry.${done.id}`, done.entry.id)
      await this.showResult({ photo: done.photo, entry: done.entry ?? null, result: done.result }, life)
    } catch (error) {
      if (!life.aborted && !api.isAbort(error)) this.showFailure(error, job)
    }
  }

  /** @param {{photo: string | null, entry: object | null, result: object}} found */
  async showResult({ photo, entry, result }, life) {
    const kept = entry && await this.context.api.history.get(entry.id).catch(() => null)
    if (life.aborted) return
    // The entry knows what was corrected since, and whether the photo is still there.
    const corrections = kept ? fromServer(kept.corrections) : none
    const found = kept?.result ?? result
    const moment = { order: orderOf(found.parameters), result: found, corrections }
    this.enter(life, { photo, entry: kept?.entry ?? null, moment })
  }

  async showEntry(id) {
    const life = this.renew()
    try {
      const { entry, result, corrections, photo } = await this.context.api.history.get(id, { signal: life })
      if (entry.kind !== 'count') return this.context.navigate(`/history/${id}`, { replace: true })
      const moment = { order: orderOf(result.parameters), result, corrections: fromServer(corrections) }
      this.enter(life, { photo: photo ?? null, entry, moment })
    } catch (error) {
      if (!life.aborted && !this.context.api.isAbort(error)) this.showFailure(error, {})
    }
  }

  enter(life, start) {
    const session = new CountSession(this.context.api, start)
    this.screen = new ResultScreen(this.root, this.context, session, { signal: life, again: () => this.again(null) })
    this.root.querySelector('h1').tabIndex = -1
    this.root.querySelector('h1').focus({ preventScroll: true })
    scrollTo(0, 0)
  }

  showFailure(error, job) {
    const { api } = this.context
    const entry = job.id && sessionStorage.getItem(`espy.entry.${job.id}`)
    const isGone = error.kind === 'not-found'
    if (isGone && entry) return this.context.navigate(`/count?entry=${entry}`, { replace: true })
    const retry = this.retryOf(job.photo, isGone)
    const state = messageState({
      icon: 'warning', kind: 'problem', title: isGone ? texts.failed.gone : texts.failed.title,
      text: isGone ? texts.failed.goneText : api.sentence(error),
      actions: [
        retry && button(texts.failed.retry, retry, 'button'),
        button(texts.failed.another, () => this.again(null), retry ? 'button-plain' : 'button'),
        h('a', { class: 'button-plain', href: '/history' }, texts.failed.history),
      ].filter(Boolean),
    })
    state.setAttribute('role', 'alert')
    this.root.replaceChildren(h('header', { class: 'page-head' }, h('h1', {}, texts.title)), state)
    state.querySelector('button').focus()
  }

  /** How to count a photo once more: the one that the server has, or else the one that this page still has. */
  retryOf(photo, isGone) {
    const kept = photo && keptPhoto(photo)
    if (isGone) return kept && (() => this.intake.take([new File([kept.blob], kept.photo.name, { type: kept.blob.type })]))
    return photo && (() => this.retry(photo))
  }

  async retry(photo) {
    try {
      await this.begin({ id: photo })
    } catch (error) {
      this.showFailure(error, { photo })
    }
  }

  /** Back to the photo, or to choosing one. @param {string | null} photo */
  again(photo) {
    this.context.navigate(photo ? `/count?photo=${photo}` : '/count', { replace: Boolean(photo) })
  }

  /** Ends what is shown, and begins something else. @returns {AbortSignal} */
  renew() {
    this.leave()
    this.life = new AbortController()
    return this.life.signal
  }

  leave() {
    this.life.abort()
    this.screen?.close()
    this.screen = null
  }
}
