import { here } from '../device/here.js'
import { h } from '../dom.js'
import { hasCameraApp } from '../camera/native.js'
import { accept } from '../camera/shots.js'
import { listenToDrops } from '../intake/drop.js'
import { handOver } from '../intake/handed.js'
import { trySample } from '../intake/samples.js'
import { takeShared } from '../intake/shared.js'
import { openCamera, photoWays } from '../intake/start.js'
import { chosenChips } from '../recipes/chooser.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { JobChoice } from './choice.js'
import { showRecent } from './recent.js'
import { jobTiles } from './tiles.js'

const texts = strings.home

/** `/`: what Espy can do, recent results, and a drop zone for photos. @type {import('../router.js').Mount} */
export function mount(root, context) {
  const page = new HomePage(root, context)
  page.show()
  if (context.query.has('shared')) page.takeShared()
}

class HomePage {
  constructor(root, context) {
    this.root = root
    this.context = context
    listenToDrops(context.signal, (files) => this.take(files))
  }

  show() {
    const { context } = this
    const recent = h('section', { class: 'home-recent', hidden: true })
    this.root.replaceChildren(
      h('header', { class: 'page-head' }, h('h1', {}, texts.heading)),
      h('section', { class: 'home-drop', 'aria-label': texts.dropLabel },
        h('p', { class: 'home-lead' }, hasCameraApp() ? texts.lead : texts.leadDrop),
        h('div', { class: 'intake-ways' }, photoWays({ signal: context.signal, take: (files) => this.take(files) }))),
      ...(here.isAlone ? [] : [chosenChips()]),
      jobTiles((job) => trySample(job, context.signal, (files) => this.#begin(job, files))),
      h('p', { class: 'hint' }, here.isAlone ? strings.here.privacy : strings.intake.privacy),
      // It comes later, and moves nothing at the end.
      recent)
    context.setTitle(strings.shell.name)
    showRecent(recent, context)
  }

  /** @param {File[]} files for a job still to be chosen */
  take(files) {
    if (files.length === 0) return toast(strings.intake.nothing, { kind: 'problem' })
    if (!here.has('count')) return this.#begin('rack', files)
    this.choice?.close()
    this.choice = new JobChoice(files, {
      // The choice shows the photo, which needs no second look.
      begin: (job) => { files.forEach(accept); this.#begin(job, files) },
      again: () => {
        this.#rest()
        openCamera({ signal: this.context.signal, take: (others) => this.take(others) })
      },
      cancel: () => this.#rest(),
    })
    this.context.signal.addEventListener('abort', () => this.choice.close(), { once: true })
    this.root.replaceChildren(...this.choice.nodes)
    this.choice.focus()
    scrollTo(0, 0)
  }

  #rest() {
    this.choice.close()
    this.show()
    this.root.querySelector('.intake-way').focus()
  }

  /** Takes photos shared by another app. */
  async takeShared() {
    const { replaceURL, signal } = this.context
    replaceURL('/')
    const files = await takeShared()
    if (!signal.aborted) this.take(files)
  }

  async #begin(job, files) {
    if (job === 'gallery') {
      const { sender } = await import('../gallery/sending/sender.js')
      sender.take(files)
      return this.context.navigate('/gallery')
    }
    handOver(job, files)
    this.context.navigate(`/${job}`)
  }
}
