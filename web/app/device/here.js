/** Returns a `meta` value of the loaded page. @param {string} name */
const said = (name) => document.querySelector(`meta[name="${name}"]`)?.content

const isAble = 'WebAssembly' in window && 'indexedDB' in window
/** The verbs that this browser has by itself: rack, count, shelf. */
const verbs = isAble ? said('espy-device')?.split(' ') ?? [] : []

const chosenKey = 'espy.here'
const unsentKey = 'espy.unsent'
const networksKey = 'espy.networks'

/** Whether and how this device reads photos by itself. */
export const here = {
  /** Whether these pages have no server, because they come from a static site. */
  isAlone: said('espy-server') === 'none',

  /** Whether boxes can be read here at all. */
  canRead: verbs.length > 0,

  /** Whether things can be counted here. */
  canCount: verbs.includes('count'),

  /** Whether books in front of the camera can be outlined here. */
  canFollow: verbs.includes('shelf'),

  /** Whether there is a page here. Without a server, some are missing. @param {string} page */
  has: (page) => !here.isAlone || ['home', 'rack', 'history', 'settings', 'none'].includes(page) || (page === 'count' && here.canCount) || (page === 'shelf' && here.canFollow),

  /** Whether photos are read for a job. @param {string} job */
  takes: (job) => here.has(job) && !(here.isAlone && job === 'shelf'),

  /** Whether the user wants photos to be read here even if a server is reachable. */
  get isChosen() {
    return localStorage.getItem(chosenKey) === 'yes'
  },

  set isChosen(isOn) {
    if (isOn) localStorage.setItem(chosenKey, 'yes')
    else localStorage.removeItem(chosenKey)
  },

  /** Whether this device has counted before, so that it has the networks for it even if no server is reachable. */
  get hasNetworks() {
    return localStorage.getItem(networksKey) === 'yes'
  },

  set hasNetworks(has) {
    if (has) localStorage.setItem(networksKey, 'yes')
    else localStorage.removeItem(networksKey)
  },

  /** Whether there are results here that the server lacks. */
  get hasUnsent() {
    return localStorage.getItem(unsentKey) === 'yes'
  },

  set hasUnsent(has) {
    if (has) localStorage.setItem(unsentKey, 'yes')
    else localStorage.removeItem(unsentKey)
  },
}

/** Returns a random UUID. Browsers provide one only on pages served over HTTPS. */
export function newID() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6] & 0x0f) | 0x40
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Prefix of the IDs of photos and jobs on this device, which no server uses. */
export const mark = 'here-'

/** @param {string | null | undefined} id of a photo or a job */
export const isOfDevice = (id) => Boolean(id?.startsWith(mark))
