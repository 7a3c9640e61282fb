import { connection } from '../api/connection.js'
import { here, isOfDevice } from './here.js'

/*
 * Decides where a request is handled: by the server, or on this device. All requests pass through here.
 */

/** Loads the module that answers like a server. */
export const desk = () => import('./desk.js')

/** Whether a photo stays on this device. @param {string} page the page that uses it */
export const staysHere = (page) => (
  (page === 'rack' ? here.canRead : page === 'count' && here.canCount)
  && (here.isAlone || here.isChosen || (connection.isLost && (page === 'rack' || here.hasNetworks))))

/** Whether the live camera's frames of shelves are looked at on this device. */
export const looksHere = () => here.canFollow && (here.isAlone || here.isChosen || connection.isLost)

/**
 * Whether the device may have the answer to a request. The device decides; the server is asked for the rest.
 *
 * @param {string} path below `/api/v1` @param {{photo?: string}} [json]
 */
export function mayAnswer(path, json) {
  if (here.isAlone) return true
  if (!here.canRead) return false
  const [, kind, id] = /^\/(\w+)\/?([\w-]*)/.exec(path) ?? []
  if (isOfDevice(id) || isOfDevice(json?.photo)) return true
  if (kind === 'history') return here.hasUnsent || connection.isLost
  return connection.isLost && (kind === 'racks' || (kind === 'counts' && here.canCount && here.hasNetworks))
}
