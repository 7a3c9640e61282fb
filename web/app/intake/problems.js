import { api } from '../api.js'
import { Unreachable } from '../api/problem.js'
import { askForPhoto } from '../camera/native.js'
import { button } from '../buttons.js'
import { h } from '../dom.js'
import { fill, formatNumber } from '../format.js'
import { messageState } from '../states.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { openCamera } from './start.js'

const texts = strings.intake
/** In the units used by the README and all messages: 256 MB is 2^28 bytes. */
const usualLimits = { bytes: 2 ** 28, pixels: 110e6 }
/** Maximum number of pixels; few phones can draw more. */
const DRAWN = 16e6

/** Whether an error is about the photo's file, so that retrying does not help. @param {unknown} error */
export const isOfPhoto = ({ kind }) => ['not-an-image', 'too-large', 'too-many-pixels', 'damaged', 'empty'].includes(kind)

/**
 * Explains why a photo could not be added, with advice.
 *
 * @param {unknown} error
 * @param {object} options the alternatives to offer
 * @param {{title: string}} options.texts of the page
 * @param {import('../router.js').Context} options.context
 * @param {(() => void)} [options.again] tries the same photo again
 * @param {File} [options.file] the photo
 * @param {(files: File[]) => void} options.take
 */
export async function photoProblem(error, { texts: { title }, context, signal, guide, again, file, take }) {
  const isUnreachable = error instanceof Unreachable
  const known = texts.problems[isUnreachable ? 'unreachable' : error.kind]
  const { bytes, pixels } = await limits()
  const text = known && fill(known.text, { size: `${Math.floor(bytes / 2 ** 20)} MB`, pixels: formatNumber(Math.floor(pixels / 1e6)) })
  const canShrink = error.kind === 'too-many-pixels' && file
  const shrink = async () => {
    const smaller = await shrunk(file, pixels).catch(() => null)
    if (smaller) take([smaller])
    else toast(texts.notShrunk, { kind: 'problem' })
  }
  // Retrying the same file gives the same result, unless the server was unreachable or the error is not about the file.
  const canHelp = again && (isUnreachable || !known) && !error.kind?.endsWith('-here')
  const state = messageState({
    icon: isUnreachable ? 'offline' : 'warning', kind: 'problem', title: known?.title ?? strings.shell.failed,
    text: text ?? api.sentence(error),
    actions: [
      canShrink && button(texts.shrink, shrink, 'button'),
      canHelp && button(texts.retry, again, 'button'),
      button(texts.another, () => askForPhoto(take), canHelp || canShrink ? 'button-plain' : 'button'),
      button(texts.camera, () => openCamera({ guide, signal, take })),
    ].filter(Boolean),
  })
  state.setAttribute('role', 'alert')
  if (isUnreachable && again) {
    api.connection.addEventListener('found', () => { if (state.isConnected) again() }, { once: true, signal })
  }
  return [h('header', { class: 'page-head' }, h('h1', {}, title)), state]
}

async function limits() {
  try {
    return (await api.about()).limits
  } catch {
    return usualLimits
  }
}

/** Returns the photo scaled down to a maximum number of pixels. @param {File} file @param {number} pixels */
async function shrunk(file, pixels) {
  const whole = await createImageBitmap(file)
  const scale = Math.sqrt(Math.min(pixels, DRAWN) / (whole.width * whole.height))
  const canvas = Object.assign(document.createElement('canvas'), { width: Math.floor(whole.width * scale), height: Math.floor(whole.height * scale) })
  canvas.getContext('2d').drawImage(whole, 0, 0, canvas.width, canvas.height)
  whole.close()
  const blob = await new Promise((resolve) => { canvas.toBlob(resolve, 'image/jpeg', 0.92) })
  return new File([blob], `${(file.name ?? 'photo').replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' })
}
