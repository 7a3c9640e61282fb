import { h } from '../dom.js'
import { isDark } from '../reading/brightness.js'
import { nothingFound } from '../reading/none.js'
import { pictureForCrops } from '../reading/photo.js'
import { messageState } from '../states.js'
import { strings } from '../strings.js'

const texts = strings.shelf

/** The screen for an entry of the history that is no longer there. */
export function goneState() {
  return messageState({ icon: 'history', title: texts.gone.title, text: texts.gone.text, actions: [
    h('a', { class: 'button', href: '/shelf' }, texts.gone.start),
    h('a', { class: 'button-plain', href: '/history?kind=shelf' }, texts.gone.history),
  ] })
}

/**
 * The screen for a photo without books: what helps.
 *
 * @param {string} photo @param {import('../router.js').Context} context @param {(files: File[]) => void} take
 */
export async function nothingState(photo, { api, signal }, take) {
  const picture = await pictureForCrops(photo, api)
  return nothingFound({
    icon: 'shelf', texts: texts.none, isDark: picture !== null && isDark(picture),
    picture: picture && api.photos.viewURL(photo, 1024), signal, take,
  })
}
