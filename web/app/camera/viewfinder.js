import { iconButton } from '../buttons.js'
import { h } from '../dom.js'
import { loadingState } from '../states.js'
import { strings } from '../strings.js'
import { CameraFeed } from './feed.js'
import { cameraProblem } from './problem.js'
import { takeShot } from './shot.js'

const texts = strings.camera

/**
 * The camera's picture on the full screen, with a shutter button. It is a dialog, so that Escape closes it and keyboard
 * focus stays inside. The camera is released while it is not visible.
 */
export class Viewfinder {
  /**
   * @param {{take: (files: File[]) => void, guide?: 'square'}} options `take` receives the photo; `guide` shows where
   *   to place a square box
   */
  constructor({ take, guide }) {
    this.take = take
    this.guide = guide
    this.life = new AbortController()
    this.video = h('video', { class: 'viewfinder-video', playsinline: true, autoplay: true, 'aria-label': texts.title })
    this.video.muted = true
    this.feed = new CameraFeed(this.video)
    this.stage = h('div', { class: 'viewfinder-stage' })
    this.shutter = h('button', {
      type: 'button', class: 'shutter', 'aria-label': texts.shutter, disabled: true, onclick: () => this.shoot(),
    })
    this.switcher = this.tool('camera-switch', texts.switch, () => this.switchCamera())
    this.torch = this.tool('torch', texts.torch, () => this.toggleTorch())
    // Screen readers ignore content outside an open dialog, so it has its own live region.
    this.spoken = h('p', { class: 'visually-hidden', 'aria-live': 'polite' })
    this.dialog = h('dialog', { class: 'viewfinder', 'aria-label': texts.title },
      this.stage, this.spoken,
      h('div', { class: 'viewfinder-bar' },
        iconButton('close', texts.close, () => this.close(), 'viewfinder-tool'),
        this.shutter,
        h('div', { class: 'viewfinder-tools' }, this.torch, this.switcher)))
    this.listen()
  }

  tool(name, label, action) {
    const element = iconButton(name, label, action, 'viewfinder-tool')
    element.hidden = true
    return element
  }

  /** @param {AbortSignal} signal closes it together with the page that opened it */
  open(signal) {
    document.body.append(this.dialog)
    this.dialog.showModal()
    this.dialog.addEventListener('close', () => this.end())
    signal.addEventListener('abort', () => this.close(), { signal: this.life.signal })
    document.addEventListener('visibilitychange', () => this.feed.rest(), { signal: this.life.signal })
    addEventListener('pagehide', () => this.feed.letGo(), { signal: this.life.signal })
    this.dialog.addEventListener('keydown', (event) => this.press(event))
    this.feed.start()
  }

  /** Takes the photo on Space, unless the focus is on another button. */
  press(event) {
    if (event.key !== ' ' || event.target.closest('button') || this.shutter.disabled) return
    event.preventDefault()
    this.shoot()
  }

  listen() {
    const { feed } = this
    feed.on('starting', () => {
      this.shutter.disabled = true
      this.stage.replaceChildren(loadingState(texts.starting))
    })
    feed.on('stream', () => this.stage.replaceChildren(this.video, ...this.guides()))
    feed.on('ready', ({ hasTorch, hasOthers }) => {
      this.torch.hidden = !hasTorch
      this.torch.setAttribute('aria-pressed', 'false')
      this.switcher.hidden = !hasOthers
      this.shutter.disabled = false
      this.shutter.focus()
      this.spoken.textContent = texts.ready
    })
    feed.on('problem', (kind) => this.showProblem(kind))
  }

  guides() {
    if (this.guide !== 'square') return []
    const square = h('div', { class: 'viewfinder-guide', 'aria-hidden': 'true' })
    return [square, h('p', { class: 'viewfinder-hint' }, texts.guide)]
  }

  showProblem(kind) {
    this.shutter.disabled = true
    const state = cameraProblem(kind, { retry: () => this.feed.start(), give: (files) => this.give(files) })
    this.stage.replaceChildren(state)
    state.querySelector('button').focus()
  }

  /** @param {{isSure?: boolean}} [options] whether the photo is already known to be good enough */
  async shoot({ isSure = false } = {}) {
    if (this.shutter.disabled) return
    this.shutter.disabled = true
    this.dialog.classList.add('is-taking')
    try {
      const photo = await takeShot(this.video, this.feed.track, isSure)
      this.give([photo])
    } catch {
      this.feed.fail('failed')
    } finally {
      this.dialog.classList.remove('is-taking')
    }
  }

  give(files) {
    this.close()
    this.take(files)
  }

  async switchCamera() {
    await this.feed.switchCamera()
    this.switcher.focus()
  }

  async toggleTorch() {
    const isOn = this.torch.getAttribute('aria-pressed') !== 'true'
    await this.feed.light(isOn)
    this.torch.setAttribute('aria-pressed', String(isOn))
  }

  close() {
    this.dialog.close()
  }

  end() {
    this.feed.letGo()
    this.life.abort()
    this.dialog.remove()
  }
}
