import { h } from '../dom.js'

/**
 * Lets the user choose or take a photo with the device's own dialog, in full resolution.
 *
 * @param {(files: File[]) => void} take
 * @param {{camera?: boolean, several?: boolean, videos?: boolean}} [options] `camera`: opens the camera app of a phone
 *   immediately; `several`: allows more than one photo; `videos`: also allows videos
 */
export function askForPhoto(take, { camera = false, several = false, videos = false } = {}) {
  const input = h('input', {
    // An iPhone asked for HEIC by name returns the original instead of converting it to JPEG.
    type: 'file', accept: videos ? 'image/*,image/heic,image/heif,.heic,.heif,.avif,.dng,video/mp4,video/quicktime' : 'image/*,.heic,.heif,.avif', capture: camera ? 'environment' : null, multiple: several, class: 'visually-hidden',
    tabindex: '-1', 'aria-hidden': 'true', dataset: { role: camera ? 'native-camera' : 'picker' },
  })
  const end = () => input.remove()
  input.addEventListener('change', () => {
    end()
    if (input.files.length > 0) take([...input.files])
  })
  input.addEventListener('cancel', end)
  // Safari drops an input that is not in the page.
  document.body.append(input)
  input.click()
}

/** Whether this looks like a device with a camera app that a page can open: one with touch only. */
export function hasCameraApp() {
  return matchMedia('(pointer: coarse) and (hover: none)').matches
}
