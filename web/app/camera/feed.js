import { Emitter } from '../viewer/emitter.js'
import { cameras, openStream, stopStream } from './stream.js'

/**
 * The picture of a camera in a video element. The camera is released while it is not visible.
 *
 * Emits `starting`; then `stream` once there is one, and `ready` ({track, hasTorch, hasOthers, isMirrored}) once it
 * plays; or `problem` (one of the kinds of `CameraError`).
 */
export class CameraFeed extends Emitter {
  /** @param {HTMLVideoElement} video */
  constructor(video) {
    super()
    this.video = video
    this.stream = this.track = null
    this.isWanted = false
  }

  /** @param {string} [deviceId] default: the camera used last, or the one facing away from the user */
  async start(deviceId = this.deviceId) {
    this.letGo()
    this.isWanted = true
    this.deviceId = deviceId
    this.emit('starting')
    const asked = (this.asked = {})
    try {
      const stream = await openStream(deviceId)
      if (this.asked !== asked) return stopStream(stream)
      this.stream = stream
      await this.#show(stream, asked)
    } catch (error) {
      if (this.asked === asked) this.fail(error.kind ?? 'failed')
    }
  }

  async #show(stream, asked) {
    const [track] = stream.getVideoTracks()
    this.track = track
    track.addEventListener('ended', () => { if (this.track === track) this.fail('busy') })
    this.video.srcObject = stream
    this.emit('stream')
    await this.video.play()
    this.devices = await cameras()
    if (this.asked !== asked) return
    this.emit('ready', {
      track, hasTorch: Boolean(track.getCapabilities?.().torch), hasOthers: this.devices.length > 1,
      isMirrored: track.getSettings().facingMode === 'user',
    })
  }

  /** @param {string} kind */
  fail(kind) {
    this.letGo()
    this.isWanted = false
    this.emit('problem', kind)
  }

  async switchCamera() {
    const current = this.track?.getSettings().deviceId
    await this.start(this.devices[(this.devices.indexOf(current) + 1) % this.devices.length])
  }

  /** @param {boolean} isOn */
  async light(isOn) {
    await this.track.applyConstraints({ advanced: [{ torch: isOn }] })
  }

  /** Releases the camera while the page is hidden. */
  rest() {
    if (document.hidden) this.letGo()
    else if (!this.stream && this.isWanted) this.start()
  }

  letGo() {
    this.asked = null
    stopStream(this.stream)
    this.stream = this.track = null
    this.video.srcObject = null
  }
}
