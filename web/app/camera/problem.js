import { button } from '../buttons.js'
import { messageState } from '../states.js'
import { strings } from '../strings.js'
import { askForPhoto, hasCameraApp } from './native.js'

const texts = strings.camera

/**
 * Explains why there is no camera picture, and offers alternatives.
 *
 * @param {'denied'|'none'|'busy'|'insecure'|'failed'} kind
 * @param {{retry: () => void, give: (files: File[]) => void}} actions `give` receives a photo from another source
 */
export function cameraProblem(kind, { retry, give }) {
  const pick = (camera) => askForPhoto(give, { camera })
  const state = messageState({
    icon: 'camera', kind: 'problem', title: texts.problems[kind].title, text: texts.problems[kind].text,
    actions: [
      kind !== 'insecure' && button(texts.retry, retry, 'button'),
      hasCameraApp() && button(texts.native, () => pick(true)),
      button(texts.choose, () => pick(false)),
    ].filter(Boolean),
  })
  state.setAttribute('role', 'alert')
  return state
}
