import { read } from '../device/reader.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { tick } from '../gestures/haptics.js'
import { Overlay } from '../shelf/live/overlay.js'
import { strings } from '../strings.js'
import { Box } from './box.js'
import { marksOf } from './marks.js'

const texts = strings.rack.live
/** Longer side of the frames that are read, in pixels: codes of a whole box are still large enough. */
const SIDE = 1600
/** Pause before the next frame, so that the video keeps moving, in milliseconds. */
const REST = 40
/** Number of consecutive frames that must agree, because one frame may contain a misread value. */
const AGREEING = 2
const TONE = { hertz: 880, seconds: 0.15 }

/** The number of the last stream: another stream begins without codes. */
let last = 0

/**
 * Reads the live camera frame by frame on this device: codes turn green when they were read twice, missing ones are counted,
 * and when all are sure the photo is taken automatically.
 */
export class LiveRack {
  #life = new AbortController()
  /** The values of the last frame, and how many consecutive frames had them. */
  #seen = { values: '', count: 0 }

  /**
   * @param {import('../camera/viewfinder.js').Viewfinder} viewfinder
   * @param {() => object} options how to read the box
   */
  constructor(viewfinder, options) {
    Object.assign(this, { viewfinder, options })
    this.count = h('p', { class: 'viewfinder-count', role: 'status' }, texts.none)
    const { feed, dialog } = viewfinder
    feed.on('ready', ({ isMirrored }) => this.#begin(isMirrored))
    feed.on('starting', () => this.#rest())
    dialog.addEventListener('close', () => this.#rest())
  }

  #begin(isMirrored) {
    this.#rest()
    this.#life = new AbortController()
    this.overlay = new Overlay(this.viewfinder.stage, { tap: () => {} })
    this.overlay.isMirrored = isMirrored
    this.viewfinder.stage.append(this.count)
    this.stream = last += 1
    this.#run(this.#life.signal)
  }

  #rest() {
    this.#life.abort()
    this.overlay?.close()
    this.overlay = undefined
  }

  async #run(signal) {
    while (!signal.aborted) {
      const rack = await this.#frame(signal).catch(() => null)
      if (!signal.aborted && rack) this.#show(rack)
      await new Promise((resolve) => { setTimeout(resolve, REST) })
    }
  }

  /** Reads one frame. The reader remembers those before, and looks again at what is not sure. */
  async #frame(signal) {
    const { videoWidth: width, videoHeight: height } = this.viewfinder.video
    if (!width) return null
    const scale = Math.min(1, SIDE / Math.max(width, height))
    const frame = await createImageBitmap(this.viewfinder.video, {
      resizeWidth: Math.round(width * scale), resizeHeight: Math.round(height * scale),
    })
    const { answer } = await read('rack', frame, { stream: this.stream, options: this.options() }, { tell: () => {}, signal })
    return answer
  }

  #show(rack) {
    const box = new Box(rack)
    const { read: found = 0, unread = 0, uncoded = 0 } = box.tally
    const unsure = new Set(rack.unsure)
    const marks = marksOf(box).filter(({ style }) => style !== 'empty')
    this.overlay.show(rack, [], marks.map((mark) => outlined(unsure.has(mark.id) ? { ...mark, style: 'doubt' } : mark)))
    const missing = unread + uncoded
    const text = this.#text(found, missing, unsure.size)
    if (this.count.textContent !== text) this.count.textContent = text
    const isWhole = found > 0 && missing === 0 && unsure.size === 0 && !box.isUnplaced
    this.count.classList.toggle('is-complete', isWhole)
    this.#agree(isWhole ? rack.vials.map(({ name, value }) => `${name} ${value}`).join('\n') : '')
  }

  #text(found, missing, unsure) {
    if (found === 0) return texts.none
    if (missing > 0) return fill(texts.missing, { count: missing })
    return unsure > 0 ? fill(texts.unsure, { count: unsure }) : fill(texts.all, { count: found })
  }

  /** @param {string} values of a frame in which nothing is missing, or empty */
  #agree(values) {
    this.#seen = { values, count: values && values === this.#seen.values ? this.#seen.count + 1 : 1 }
    if (!values || this.#seen.count < AGREEING) return
    this.#rest()
    tone()
    tick(60)
    this.viewfinder.shoot({ isSure: true })
  }
}

/** On camera frames, only outlines are drawn. */
function outlined({ box, ...whole }) {
  const mark = { ...whole, label: '', short: '' }
  if (!box) return mark
  const { x, y, width, height } = box
  return { ...mark, quad: [[x, y], [x + width, y], [x + width, y + height], [x, y + height]] }
}

/** Plays a short sound, if the browser allows it. */
function tone() {
  const audio = new AudioContext()
  const source = new OscillatorNode(audio, { frequency: TONE.hertz })
  source.connect(new GainNode(audio, { gain: 0.2 })).connect(audio.destination)
  source.addEventListener('ended', () => audio.close())
  source.start()
  source.stop(audio.currentTime + TONE.seconds)
}
