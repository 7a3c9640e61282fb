/** What the page that was loaded says of itself. @param {string} name */
const said = (name) => document.querySelector(`meta[name="${name}"]`)?.content

const chosenKey = 'espy.here'
const unsentKey = 'espy.unsent'

/** What is done on this device. */
export const here = {
  /** No server belongs to these pages: they came from a site of plain files. */
  isAlone: said('espy-server') === 'none',

  /** Whether boxes can be read here at all. */
  canRead: said('espy-device') === 'rack' && 'WebAssembly' in window && 'indexedDB' in window,

  /** Whether a person wants boxes to be read here also where a server is in reach. */
  get isChosen() {
    return localStorage.getItem(chosenKey) === 'yes'
  },

  set isChosen(isOn) {
    if (isOn) localStorage.setItem(chosenKey, 'yes')
    else localStorage.removeItem(chosenKey)
  },

  /** Whether there are results here that the server does not have. */
  get hasUnsent() {
    return localStorage.getItem(unsentKey) === 'yes'
  },

  set hasUnsent(has) {
    if (has) localStorage.setItem(unsentKey, 'yes')
    else localStorage.removeItem(unsentKey)
  },
}

/** A random UUID. Browsers make one by themselves only where pages come encrypted. */
export function newID() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6] & 0x0f) | 0x40
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** How photos and jobs of this device are called: no server has any of that name. */
export const mark = 'here-'

/** @param {string | null | undefined} id of a photo or a job */
export const isOfDevice = (id) => Boolean(id?.startsWith(mark))
