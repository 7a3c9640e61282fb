import { api } from '../api.js'
import { outer } from '../base.js'
import { button } from '../buttons.js'
import { here } from '../device/here.js'
import { h } from '../dom.js'
import { keptPhoto } from '../intake/kept.js'
import { isOfPhoto } from '../intake/problems.js'
import { chosenRecipes, recipeChooser } from '../recipes/chooser.js'
import { ResultPage } from '../result/page.js'
import { messageState } from '../states.js'
import { strings } from '../strings.js'
import { Progress } from './progress.js'
import { CountScreen } from './screen.js'
import { CountSession } from './session.js'

const texts = strings.count

/** Counts things that look alike. @type {import('../router.js').Mount} */
export function mount(root, context) {
  const page = new CountPage(root, context)
  page.open()
  return () => page.close()
}

/** The page that counts. A photo may be counted many times, so its URL has the ID of the job, not of the entry. */
class CountPage extends ResultPage {
  /** @param {HTMLElement} root @param {import('../router.js').Context} context */
  constructor(root, context) {
    super(root, context, { kind: 'count', texts, start: api.startCount, intake: {
      // Recipes are on the server.
      texts: texts.intake, ...(here.isAlone ? { wishes: () => ({}) } : { extra: recipeChooser(context.signal), wishes: chosenRecipes }),
    } })
  }

  /** One step back leads to the photo, or to the previous page; for a sample, to the start page. */
  begun(job) {
    if (!this.intake.isHanded && !this.intake.isTrial) history.pushState(null, '', outer(`/count?job=${job.id}`))
  }

  progress({ id, photo }, cancel) {
    return new Progress({ photo, isDone: sessionStorage.getItem(entryKey(id)) !== null, cancel })
  }

  cancelled({ photo }) {
    this.context.navigate(photo ? `/count?photo=${photo}` : '/count', { replace: true })
  }

  async done({ id, photo, entry, result }) {
    if (entry) sessionStorage.setItem(entryKey(id), entry.id)
    const record = await this.recordOf(entry)
    if (!this.context.signal.aborted) this.show({ ...(record ?? { result }), photo })
  }

  show(reading) {
    this.leave()
    this.enter(new CountScreen(this.context, new CountSession(reading), { again: () => this.another() }))
  }

  failed(error, { id }, order) {
    if (isOfPhoto(error)) return this.wrongPhoto(error)
    const isGone = error.kind === 'not-found'
    const entry = sessionStorage.getItem(entryKey(id))
    if (isGone && entry) return this.context.navigate(`/count?entry=${entry}`, { replace: true })
    const state = this.failure(isGone ? texts.failed.goneText : api.sentence(error), isGone, this.retryOf(order, isGone))
    this.replace([h('header', { class: 'page-head' }, h('h1', {}, texts.title)), state], state.querySelector('button'))
  }

  gone() {
    return this.failure(texts.failed.goneText, true)
  }

  failure(text, isGone, retry) {
    const state = messageState({
      icon: 'warning', kind: 'problem', title: isGone ? texts.failed.gone : texts.failed.title, text,
      actions: [
        retry && button(texts.failed.retry, retry, 'button'),
        button(texts.failed.another, () => this.another(), retry ? 'button-plain' : 'button'),
        h('a', { class: 'button-plain', href: '/history' }, strings.result.history),
      ].filter(Boolean),
    })
    state.setAttribute('role', 'alert')
    return state
  }

  /** How to count a photo again: with the server's copy, or else with the one that this page still has. */
  retryOf(order, isGone) {
    const { photo } = order
    const kept = photo && keptPhoto(photo)
    if (isGone) return kept && (() => this.intake.take([new File([kept.blob], kept.photo.name, { type: kept.blob.type })]))
    return photo && (() => this.run(order).catch((error) => this.failed(error, {}, order)))
  }

  another() {
    this.context.navigate('/count')
  }
}

/** The key that links a job to its entry: the server forgets its jobs when it stops, but not their results. */
const entryKey = (job) => `espy.entry.${job}`
