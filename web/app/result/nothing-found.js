import { askForPhoto } from '../camera/native.js'
import { isOfDevice } from '../device/here.js'
import { h } from '../dom.js'
import { icon } from '../icons.js'
import { openCamera } from '../intake/start.js'
import { messageState } from '../states.js'
import { strings } from '../strings.js'
import { FLAWS } from './flaws.js'

/**
 * Links to other jobs with the same photo, for users on the wrong page.
 *
 * @param {string} kind @param {string | null} photo
 */
export function otherJobs(kind, photo) {
  const jobs = photo && !isOfDevice(photo) ? ['count', 'rack', 'shelf'].filter((job) => job !== kind) : []
  return jobs.map((job) => h('a', { class: 'button-plain home-job', href: `/${job}?photo=${photo}` }, icon(job), strings.home.choice.jobs[job]))
}

/**
 * The screen for a photo in which nothing was found, with advice.
 *
 * @param {{icon: string, texts: object, guide?: 'square', warnings: string[], picture: string | null, signal: AbortSignal,
 *   take: (files: File[]) => void, others: HTMLElement[]}} options `others` do something else with the photo
 */
export function nothingFound({ icon: sign, texts, guide, warnings, picture, signal, take, others }) {
  const state = messageState({
    icon: sign, title: texts.title, text: texts[warnings.find((kind) => FLAWS.includes(kind)) ?? 'text'],
    actions: [
      h('button', { class: 'button', type: 'button', onclick: () => openCamera({ guide, signal, take }) }, texts.camera),
      h('button', { class: 'button-plain', type: 'button', onclick: () => askForPhoto(take) }, texts.choose),
    ],
  })
  state.setAttribute('role', 'alert')
  return h('div', { class: 'nothing-found' },
    picture && h('img', { class: 'nothing-found-photo', src: picture, alt: texts.photo }),
    state,
    others.length > 0 && h('section', { class: 'other-jobs' }, h('h2', {}, strings.result.otherJobs), others),
    h('ul', { class: 'advice' }, texts.advice.map((line) => h('li', {}, line))))
}
