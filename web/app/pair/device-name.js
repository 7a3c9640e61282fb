import { strings } from '../strings.js'

const names = strings.pair.names

/** Minimum width of a tablet held upright, in CSS pixels. */
const TABLET = 600

/**
 * Guesses a name for this device.
 *
 * Browsers that request desktop pages identify themselves as computers, as iPads always do; then the kind of input
 * decides.
 *
 * @param {Pick<Navigator, 'userAgent' | 'maxTouchPoints'>} [browser]
 */
export function guessedName({ userAgent: agent, maxTouchPoints } = navigator) {
  const isTouched = maxTouchPoints > 0 && matchMedia('(pointer: coarse)').matches
  if (/iPhone/.test(agent)) return names.iPhone
  if (/iPad/.test(agent) || (/Macintosh/.test(agent) && isTouched)) return names.iPad
  if (/Android/.test(agent)) return /Mobile/.test(agent) ? names.android : names.tablet
  if (/Mobi/.test(agent)) return names.phone
  if (!isTouched) return names.computer
  return Math.min(screen.width, screen.height) < TABLET ? names.phone : names.tablet
}
