import { askForPhoto } from '../camera/native.js'
import { h } from '../dom.js'
import { openCamera } from '../intake/start.js'
import { messageState } from '../states.js'
import { strings } from '../strings.js'

const texts = strings.rack.none

/**
 * The screen for a photo without any code: what helps.
 *
 * @param {{isDark: boolean, picture: string | null, signal: AbortSignal, take: (files: File[]) => void}} options
 */
export function nothingFound({ isDark, picture, signal, take }) {
  const state = messageState({
    icon: 'rack', title: texts.title, text: isDark ? texts.dark : texts.text,
    actions: [
      h('button', { class: 'button', type: 'button', onclick: () => openCamera({ guide: 'square', signal, take }) }, texts.camera),
      h('button', { class: 'button-plain', type: 'button', onclick: () => askForPhoto(take) }, texts.choose),
    ],
  })
  state.setAttribute('role', 'alert')
  return h('div', { class: 'rack-none' },
    picture && h('img', { class: 'rack-none-photo', src: picture, alt: texts.photo }),
    state,
    h('ul', { class: 'advice' }, texts.advice.map((line) => h('li', {}, line))))
}
