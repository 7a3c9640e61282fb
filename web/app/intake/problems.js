import { api } from '../api.js'
import { Unreachable } from '../api/problem.js'
import { askForPhoto } from '../camera/native.js'
import { button } from '../buttons.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { messageState } from '../states.js'
import { strings } from '../strings.js'
import { openCamera } from './start.js'

const texts = strings.intake
/** In the units of the README and of all messages: 256 MB is 2^28 bytes. */
const usualLimit = 2 ** 28

/**
 * Says why a photo could not be taken in, and what helps.
 *
 * @param {unknown} error
 * @param {object} options what to offer
 * @param {{title: string}} options.texts of the page
 * @param {import('../router.js').Context} options.context
 * @param {(() => void)} [options.again] tries the same photo again
 * @param {(files: File[]) => void} options.take
 */
export async function photoProblem(error, { texts: { title }, context, signal, guide, again, take }) {
  const isUnreachable = error instanceof Unreachable
  const known = texts.problems[isUnreachable ? 'unreachable' : error.kind]
  const text = error.kind === 'too-large' ? fill(known.text, { size: `${Math.floor(await limit() / 2 ** 20)} MB` }) : known?.text
  // The same file meets the same answer again, unless nobody answered, or the answer is not one about files.
  const canHelp = again && (isUnreachable || !known) && !error.kind?.endsWith('-here')
  const state = messageState({
    icon: isUnreachable ? 'offline' : 'warning', kind: 'problem', title: known?.title ?? strings.shell.failed,
    text: text ?? api.sentence(error),
    actions: [
      canHelp && button(texts.retry, again, 'button'),
      button(texts.another, () => askForPhoto(take), canHelp ? 'button-plain' : 'button'),
      button(texts.camera, () => openCamera({ guide, signal, take })),
    ].filter(Boolean),
  })
  state.setAttribute('role', 'alert')
  if (isUnreachable && again) {
    api.connection.addEventListener('found', () => { if (state.isConnected) again() }, { once: true, signal })
  }
  return [h('header', { class: 'page-head' }, h('h1', {}, title)), state]
}

async function limit() {
  try {
    return (await api.about()).limits.bytes
  } catch {
    return usualLimit
  }
}
