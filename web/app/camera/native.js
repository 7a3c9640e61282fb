import { h } from '../dom.js'

/**
 * Has the device choose or take a photo in its own way, in full resolution.
 *
 * @param {(files: File[]) => void} take
 * @param {{camera?: boolean, several?: boolean, films?: boolean}} [options] `camera`: opens the camera app of a phone at once;
 *   `several`: more than one photo may be chosen; `films`: and films
 */
export function askForPhoto(take, { camera = false, several = false, films = false } = {}) {
  const input = h('input', {
    // An iPhone that is asked for HEIC by name gives the original, and no JPEG made of it.
    type: 'file', accept: films ? 'image/*,image/heic,image/heif,.heic,.heif,.avif,.dng,video/mp4,video/quicktime' : 'image/*,.heic,.heif,.avif', capture: camera ? 'environment' : null, multiple: several, class: 'visually-hidden',
    tabindex: '-1', 'aria-hidden': 'true', dataset: { role: camera ? 'native-camera' : 'picker' },
  })
  const end = () => input.remove()
  input.addEventListener('change', () => {
    end()
    if (input.files.length > 0) take([...input.files])
  })
  input.addEventListener('cancel', end)
  // Safari forgets an input that is not in the page.
  document.body.append(input)
  input.click()
}

/** Whether this looks like a device with a camera app that a page can open: one for fingers alone. */
export function hasCameraApp() {
  return matchMedia('(pointer: coarse) and (hover: none)').matches
}
