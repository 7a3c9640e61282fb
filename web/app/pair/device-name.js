import { strings } from '../strings.js'

const names = strings.pair.names

/**
 * A first guess at what a person calls this device.
 *
 * @param {string} [agent] how the browser introduces itself
 */
export function guessedName(agent = navigator.userAgent) {
  if (/iPhone/.test(agent)) return names.iPhone
  if (/iPad/.test(agent)) return names.iPad
  if (/Android/.test(agent)) return /Mobile/.test(agent) ? names.android : names.tablet
  return /Mobi/.test(agent) ? names.phone : names.computer
}
