import { connection } from '../api/connection.js'
import { here, isOfDevice } from './here.js'

/*
 * Where something is done: by the server, or on this device. Everything that the pages ask goes by here.
 */

/** What the device answers once it is loaded, as a server would. */
export const desk = () => import('./desk.js')

/** Whether a photo stays here. @param {string} page for which it is */
export const staysHere = (page) => (
  page === 'rack' && here.canRead && (here.isAlone || here.isChosen || connection.isLost))

/**
 * Whether the device may have the answer to a request. It decides by itself; what it has nothing to say about, the server is
 * asked.
 *
 * @param {string} path below `/api/v1` @param {{photo?: string}} [json]
 */
export function mayAnswer(path, json) {
  if (here.isAlone) return true
  if (!here.canRead) return false
  const [, kind, id] = /^\/(\w+)\/?([\w-]*)/.exec(path) ?? []
  if (isOfDevice(id) || isOfDevice(json?.photo)) return true
  return kind === 'history' ? here.hasUnsent || connection.isLost : kind === 'racks' && connection.isLost
}
