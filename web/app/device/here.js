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

/** How photos and jobs of this device are called: no server has any of that name. */
export const mark = 'here-'

/** @param {string | null | undefined} id of a photo or a job */
export const isOfDevice = (id) => Boolean(id?.startsWith(mark))
