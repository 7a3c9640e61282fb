import { button } from '../buttons.js'
import { isShot } from '../camera/shots.js'
import { here } from '../device/here.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { icon } from '../icons.js'
import { chosenChips } from '../recipes/chooser.js'
import { strings } from '../strings.js'

const texts = strings.home.choice
/** Maximum number of photos shown; for more, the number is shown. */
const SHOWN = 6

/** Photos added without a task, and a choice of tasks for them. */
export class JobChoice {
  /**
   * @param {File[]} files
   * @param {{begin: (job: string) => void, again: () => void, cancel: () => void}} options `again` takes another photo with the camera
   */
  constructor(files, { begin, again, cancel }) {
    this.addresses = files.slice(0, SHOWN).map((file) => URL.createObjectURL(file))
    this.heading = h('h1', { tabindex: -1 }, fill(texts.title, { count: files.length }))
    const isVideo = files.some(({ type }) => type.startsWith('video/'))
    const jobs = (isVideo ? ['gallery'] : ['count', 'rack', 'shelf', 'gallery']).filter((job) => here.takes(job)).map((job) => h('button', { type: 'button', class: 'button-plain home-job', onclick: () => begin(job) },
      icon(job), h('span', {}, texts.jobs[job])))
    this.nodes = [
      h('header', { class: 'page-head' }, this.heading),
      h('section', { class: 'home-choice' },
        h('div', { class: 'home-photos' }, this.addresses.map((address, index) => picture(address, files[index]))),
        files.length > SHOWN && h('p', { class: 'hint' }, fill(texts.more, { count: files.length - SHOWN })),
        h('div', { class: 'home-jobs' }, jobs), !here.isAlone && chosenChips(),
        files.length > 1 && h('p', { class: 'hint' }, texts.several),
        h('div', { class: 'button-row' }, files.some(isShot) && button(strings.intake.again, again), button(strings.shell.cancel, cancel))),
    ]
  }

  focus() {
    this.heading.focus({ preventScroll: true })
  }

  close() {
    this.addresses.forEach((address) => URL.revokeObjectURL(address))
    this.addresses = []
  }
}

/** Few browsers can draw HEIC: others show the name. */
function picture(address, { name }) {
  const image = h('img', { alt: name ? fill(strings.intake.photo, { name }) : strings.intake.unnamed })
  image.src = address
  image.addEventListener('error', () => image.replaceWith(h('p', { class: 'home-unseen hint' }, name)), { once: true })
  return image
}
