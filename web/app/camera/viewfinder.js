import { button, iconButton } from '../buttons.js'
import { h } from '../dom.js'
import { loadingState, messageState } from '../states.js'
import { strings } from '../strings.js'
import { askForPhoto, hasCameraApp } from './native.js'
import { takeShot } from './shot.js'
import { cameras, openStream, stopStream } from './stream.js'

const texts = strings.camera

/**
 * The picture of the camera on the whole screen, and a button that takes the photo. It is a dialog, so that Escape
 * closes it and the keyboard stays inside. The camera is let go of whenever it is not seen.
 */
export class Viewfinder {
  /**
   * @param {{take: (files: File[]) => void, guide?: 'square'}} options `take` gets the photo; `guide` shows where to
   *   put a square box
   */
  constructor({ take, guide }) {
    this.take = take
    this.guide = guide
    this.life = new AbortController()
    this.video = h('video', { class: 'viewfinder-video', playsinline: true, autoplay: true, 'aria-label': texts.title })
    this.video.muted = true
    this.stage = h('div', { class: 'viewfinder-stage' })
    this.shutter = h('button', {
      type: 'button', class: 'shutter', 'aria-label': texts.shutter, disabled: true, onclick: () => this.shoot(),
    })
    this.switcher = this.tool('camera-switch', texts.switch, () => this.switchCamera())
    this.torch = this.tool('torch', texts.torch, () => this.toggleTorch())
    // What is outside of an open dialog is not read out, so it has a voice of its own.
    this.spoken = h('p', { class: 'visually-hidden', 'aria-live': 'polite' })
    this.dialog = h('dialog', { class: 'viewfinder', 'aria-label': texts.title },
      this.stage, this.spoken,
      h('div', { class: 'viewfinder-bar' },
        iconButton('close', texts.close, () => this.close(), 'viewfinder-tool'),
        this.shutter,
        h('div', { class: 'viewfinder-tools' }, this.torch, this.switcher)))
  }

  tool(name, label, action) {
    const element = iconButton(name, label, action, 'viewfinder-tool')
    element.hidden = true
    return element
  }

  /** @param {AbortSignal} signal ends it together with the page that opened it */
  open(signal) {
    document.body.append(this.dialog)
    this.dialog.showModal()
    this.dialog.addEventListener('close', () => this.end())
    signal.addEventListener('abort', () => this.close(), { signal: this.life.signal })
    document.addEventListener('visibilitychange', () => this.rest(), { signal: this.life.signal })
    addEventListener('pagehide', () => this.letGo(), { signal: this.life.signal })
    this.dialog.addEventListener('keydown', (event) => this.press(event))
    this.start()
  }

  /** Space takes the photo, wherever the focus is but on another button. */
  press(event) {
    if (event.key !== ' ' || event.target.closest('button') || this.shutter.disabled) return
    event.preventDefault()
    this.shoot()
  }

  async start(deviceId = this.deviceId) {
    this.letGo()
    this.deviceId = deviceId
    this.shutter.disabled = true
    this.stage.replaceChildren(loadingState(texts.starting))
    const asked = (this.asked = {})
    try {
      const stream = await openStream(deviceId)
      if (this.asked !== asked) return stopStream(stream)
      this.stream = stream
      await this.showStream(stream)
    } catch (error) {
      if (this.asked === asked) this.showProblem(error.kind ?? 'failed')
    }
  }

  async showStream(stream) {
    const [track] = stream.getVideoTracks()
    this.track = track
    track.addEventListener('ended', () => { if (this.track === track) this.showProblem('busy') })
    this.video.srcObject = stream
    this.stage.replaceChildren(this.video, ...this.guides())
    await this.video.play()
    this.torch.hidden = !track.getCapabilities?.().torch
    this.torch.setAttribute('aria-pressed', 'false')
    this.devices = await cameras()
    this.switcher.hidden = this.devices.length < 2
    this.shutter.disabled = false
    this.shutter.focus()
    this.spoken.textContent = texts.ready
  }

  guides() {
    if (this.guide !== 'square') return []
    const square = h('div', { class: 'viewfinder-guide', 'aria-hidden': 'true' })
    return [square, h('p', { class: 'viewfinder-hint' }, texts.guide)]
  }

  showProblem(kind) {
    this.letGo()
    this.shutter.disabled = true
    const pick = (camera) => askForPhoto((files) => this.give(files), { camera })
    const state = messageState({
      icon: 'camera', kind: 'problem', title: texts.problems[kind].title, text: texts.problems[kind].text,
      actions: [
        kind !== 'insecure' && button(texts.retry, () => this.start(), 'button'),
        hasCameraApp() && button(texts.native, () => pick(true)),
        button(texts.choose, () => pick(false)),
      ].filter(Boolean),
    })
    state.setAttribute('role', 'alert')
    this.stage.replaceChildren(state)
    state.querySelector('button').focus()
  }

  async shoot() {
    if (this.shutter.disabled) return
    this.shutter.disabled = true
    this.dialog.classList.add('is-taking')
    try {
      const photo = await takeShot(this.video, this.track)
      this.give([photo])
    } catch {
      this.showProblem('failed')
    } finally {
      this.dialog.classList.remove('is-taking')
    }
  }

  give(files) {
    this.close()
    this.take(files)
  }

  async switchCamera() {
    const current = this.track?.getSettings().deviceId
    const next = this.devices[(this.devices.indexOf(current) + 1) % this.devices.length]
    await this.start(next)
    this.switcher.focus()
  }

  async toggleTorch() {
    const isOn = this.torch.getAttribute('aria-pressed') !== 'true'
    await this.track.applyConstraints({ advanced: [{ torch: isOn }] })
    this.torch.setAttribute('aria-pressed', String(isOn))
  }

  /** The camera is not held while the page is not seen. */
  rest() {
    if (document.hidden) this.letGo()
    else if (!this.stream && this.stage.contains(this.video)) this.start()
  }

  letGo() {
    this.asked = null
    stopStream(this.stream)
    this.stream = this.track = null
    this.video.srcObject = null
  }

  close() {
    this.dialog.close()
  }

  end() {
    this.letGo()
    this.life.abort()
    this.dialog.remove()
  }
}
