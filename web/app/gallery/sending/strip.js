import { announce } from '../../announce.js'
import { api } from '../../api.js'
import { button, iconButton } from '../../buttons.js'
import { h } from '../../dom.js'
import { fill, formatNumber } from '../../format.js'
import { strings } from '../../strings.js'
import { sender } from './sender.js'
import { Unreadable } from './upload.js'

const texts = strings.gallery.sending
/** Maximum number of refused files listed. */
const LISTED = 20

/** The progress of sending photos from this device to the library, in one line, with a pause button. */
export class SendingStrip {
  #text = h('p', {})
  #bar = h('progress', { class: 'sending-bar', max: 1, 'aria-label': texts.label })
  #more = h('div', { class: 'sending-more' })
  #pause = button(texts.pause, () => (this.#mayGoOn ? sender.goOn() : sender.pause()))
  #stop = button(texts.stop, () => sender.stop())
  #again = button(texts.again, () => sender.again())
  #close = iconButton('close', strings.shell.close, () => sender.close())
  #frame = 0
  #said = ''
  element = h('div', { class: 'sending', role: 'group', 'aria-label': texts.label, hidden: true },
    this.#text, this.#bar, this.#again, this.#pause, this.#stop, this.#close, this.#more)

  /** @param {AbortSignal} signal aborts with the view */
  constructor(signal) {
    // Progress events arrive hundreds of times a second.
    const later = () => {
      cancelAnimationFrame(this.#frame)
      this.#frame = requestAnimationFrame(() => this.#show())
    }
    sender.addEventListener('changed', later, { signal })
    this.#show()
  }

  get #mayGoOn() {
    return sender.isPaused || sender.trouble !== null
  }

  #show() {
    const tally = sender.tally
    const isSending = sender.waiting.length > 0
    this.element.hidden = tally.total === 0
    this.#text.textContent = this.#words(tally, isSending)
    this.#bar.hidden = !isSending
    this.#bar.value = tally.share
    this.#pause.hidden = !isSending || sender.isElsewhere
    this.#pause.textContent = sender.isPaused ? texts.resume : sender.trouble ? texts.now : texts.pause
    this.#stop.hidden = !isSending
    this.#again.hidden = !sender.mayTryAgain || isSending
    this.#close.hidden = isSending
    this.#more.replaceChildren(...this.#details(isSending))
    this.#say(isSending)
  }

  /** Announces the end and any interruption, but not each photo. */
  #say(isSending) {
    const news = sender.trouble ? reason(sender.trouble) : isSending || this.element.hidden ? '' : this.#text.textContent
    if (news && news !== this.#said) announce(news)
    this.#said = news
  }

  #words({ sent, there, undated, total }, isSending) {
    const count = sender.waiting.length
    const parts = []
    if (isSending) parts.push(fill(texts.progress, { sent: formatNumber(sent + there), total: formatNumber(total), count }))
    else if (sent > 0 || there === 0) parts.push(fill(texts.done, { count: sent }))
    if (sender.isElsewhere) parts.push(texts.elsewhere)
    else if (sender.isPaused && isSending) parts.push(texts.paused)
    if (there > 0) parts.push(fill(texts.there, { count: there }))
    if (undated > 0) parts.push(fill(texts.undated, { count: undated }))
    if (sender.refused.length > 0) parts.push(fill(texts.refused, { count: sender.refused.length }))
    return parts.join(' · ')
  }

  #details(isSending) {
    const hint = !isSending ? '' : sender.mayClose ? texts.mayClose : sender.isFull ? texts.keepOpen : ''
    const refused = sender.refused.slice(0, LISTED).map(({ item, why }) => h('li', {}, h('strong', {}, item.file.name), ' ', reason(why)))
    const rest = sender.refused.length - refused.length
    return [
      sender.trouble && h('p', { class: 'field-problem' }, fill(texts.waits, { reason: reason(sender.trouble) })),
      hint && h('p', { class: 'hint' }, hint),
      refused.length > 0 && h('ul', { class: 'sending-refused' }, refused, rest > 0 && h('li', {}, fill(texts.more, { count: rest }))),
    ].filter(Boolean)
  }
}

/** @param {unknown} why */
function reason(why) {
  if (why instanceof Unreadable) return texts.unreadable
  return texts.reasons[why?.kind] ?? api.sentence(why)
}
