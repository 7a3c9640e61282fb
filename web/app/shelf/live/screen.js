import { announce } from '../../announce.js'
import { iconButton } from '../../buttons.js'
import { CameraFeed } from '../../camera/feed.js'
import { cameraProblem } from '../../camera/problem.js'
import { takeShot } from '../../camera/shot.js'
import { looksHere } from '../../device/place.js'
import { h } from '../../dom.js'
import { icon } from '../../icons.js'
import { loadingState } from '../../states.js'
import { strings } from '../../strings.js'
import { DeviceWatch } from './device.js'
import { Grabber } from './grab.js'
import { FrameLoop } from './loop.js'
import { LiveView } from './view.js'
import { prepare, Watch } from './watch.js'

const texts = strings.shelf.camera

/**
 * The live camera: its picture is looked at frame by frame, by the server or on this device, and the books found are shown
 * over it.
 */
export class LiveScreen {
  /**
   * @param {import('../../router.js').Context} context
   * @param {{keep: (photo: File) => void, give: (files: File[]) => void, stop: () => void}} actions `keep` receives a
   *   photo of the view; `give` one from another source
   */
  constructor(context, actions) {
    this.context = context
    this.actions = actions
    this.life = new AbortController()
    this.video = h('video', { class: 'live-video', playsinline: true, autoplay: true, 'aria-label': texts.label })
    this.video.muted = true
    this.state = h('div', { class: 'live-state' })
    this.stage = h('div', { class: 'live-stage' }, this.video)
    this.feed = new CameraFeed(this.video)
    this.grabber = new Grabber(this.video)
    this.view = new LiveView(this.stage, this.grabber.canvas)
    this.stage.append(this.state)
    const begun = () => this.view.forget()
    this.server = new Watch(this.grabber, begun)
    this.device = new DeviceWatch(this.grabber, begun)
    this.loop = new FrameLoop({
      eyes: () => this.choose(), take: (shelf, at) => this.take(shelf, at), fail: (error) => this.view.fail(error),
    })
    this.nodes = this.layout()
    this.choose()
    this.listen()
    this.feed.start()
  }

  layout() {
    const { view } = this
    this.heading = h('h1', { tabindex: -1 }, texts.title)
    this.where = h('p', { class: 'live-where' })
    this.torch = this.tool('torch', strings.camera.torch, () => this.light())
    this.switcher = this.tool('camera-switch', strings.camera.switch, () => this.feed.switchCamera())
    this.keeper = h('button', { type: 'button', class: 'button', disabled: true, onclick: () => this.keep() },
      icon('camera'), h('span', {}, texts.keep))
    return [
      h('header', { class: 'page-head' }, this.heading,
        h('button', { type: 'button', class: 'button-plain', onclick: this.actions.stop }, icon('close'), texts.stop)),
      h('div', { class: 'live' },
        h('div', { class: 'live-main' }, this.stage, view.advice.element,
          h('div', { class: 'live-bar' }, this.keeper, view.count, h('div', { class: 'live-tools' }, this.torch, this.switcher), this.where),
          view.layers.element, h('p', { class: 'hint' }, texts.hint)),
        h('div', { class: 'live-side' }, view.panel.element, view.list.element, view.codes.element)),
    ]
  }

  /** Returns who looks at the next frame. @returns {Watch | DeviceWatch} */
  choose() {
    const eyes = looksHere() ? this.device : this.server
    if (eyes === this.looking) return eyes
    this.looking?.close()
    this.looking = eyes
    const { hasTitles } = eyes
    this.view.forget()
    this.view.hasTitles(hasTitles)
    // Photos are read by the server.
    this.keeper.hidden = !hasTitles
    this.where.textContent = hasTitles ? '' : strings.here.looking
    if (!hasTitles) announce(strings.here.looking)
    return eyes
  }

  take(shelf, at) {
    this.view.take(shelf, at)
    if (!this.isPrepared && this.looking === this.server) this.isPrepared = prepare()
  }

  tool(name, label, action) {
    const element = iconButton(name, label, action)
    element.hidden = true
    return element
  }

  listen() {
    const { feed, life: { signal } } = this
    feed.on('starting', () => this.wait(strings.camera.starting))
    feed.on('ready', (camera) => this.ready(camera))
    feed.on('problem', (kind) => this.problem(kind))
    // For example when a phone is rotated.
    this.video.addEventListener('resize', () => this.shape())
    document.addEventListener('visibilitychange', () => this.rest(), { signal })
    addEventListener('pagehide', () => { this.halt(); feed.letGo() }, { signal })
    addEventListener('pageshow', ({ persisted }) => { if (persisted) feed.rest() }, { signal })
  }

  /** @param {string} text the reason for waiting */
  wait(text) {
    this.halt()
    this.keeper.disabled = true
    this.state.replaceChildren(loadingState(text))
  }

  ready({ hasTorch, hasOthers, isMirrored }) {
    this.state.replaceChildren()
    this.video.classList.toggle('is-mirrored', isMirrored)
    this.torch.hidden = !hasTorch
    this.torch.setAttribute('aria-pressed', 'false')
    this.switcher.hidden = !hasOthers
    this.keeper.disabled = false
    this.shape()
    this.view.begin(isMirrored)
    this.loop.start()
  }

  shape() {
    const { videoWidth, videoHeight } = this.video
    if (videoWidth > 0) this.stage.style.setProperty('--photo', `${videoWidth} / ${videoHeight}`)
  }

  problem(kind) {
    this.halt()
    this.keeper.disabled = true
    const state = cameraProblem(kind, { retry: () => this.feed.start(), give: this.actions.give })
    this.state.replaceChildren(state)
    state.querySelector('button').focus()
  }

  /** Pauses while the page is hidden. */
  rest() {
    if (document.hidden) this.halt()
    this.feed.rest()
  }

  halt() {
    this.loop.stop()
    this.server.close()
    this.device.close()
    this.view.end()
  }

  async light() {
    const isOn = this.torch.getAttribute('aria-pressed') !== 'true'
    await this.feed.light(isOn)
    this.torch.setAttribute('aria-pressed', String(isOn))
  }

  /** Takes a photo at the camera's full resolution. @returns {false | void} false while there is no picture */
  keep() {
    if (this.keeper.disabled) return false
    const { video, feed: { track }, life: { signal } } = this
    this.wait(texts.keeping)
    takeShot(video, track).then(
      (photo) => { if (!signal.aborted) this.actions.keep(photo) },
      () => { if (!signal.aborted) this.feed.fail('failed') })
  }

  /** Continues after a photo that could not be stored. */
  goOn() {
    this.feed.start()
  }

  close() {
    this.life.abort()
    this.halt()
    this.feed.letGo()
    this.view.close()
  }
}
