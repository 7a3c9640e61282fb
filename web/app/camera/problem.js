import { button } from '../buttons.js'
import { messageState } from '../states.js'
import { strings } from '../strings.js'
import { askForPhoto, hasCameraApp } from './native.js'

const texts = strings.camera

/**
 * Says why there is no picture of a camera, and what else can be done.
 *
 * @param {'denied'|'none'|'busy'|'insecure'|'failed'} kind
 * @param {{retry: () => void, give: (files: File[]) => void}} actions `give` gets a photo that came another way
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
