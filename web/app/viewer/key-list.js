import { strings } from '../strings.js'

const names = {
  zoom: ['+', '-'], fit: ['0'], move: ['ArrowLeft', 'ArrowRight'], walk: ['n', 'p'], act: ['Enter'], leave: ['Escape'],
}
const editing = { change: ['<', '>'], back: ['Backspace'] }

/**
 * The keys that the viewer handles while it has the focus, for the list of keys.
 *
 * @param {{edits?: boolean, fits?: boolean}} [options] whether marks are editable, and whether a key fits the photo
 * @returns {import('../keys.js').Binding[]}
 */
export function viewerKeys({ edits = false, fits = true } = {}) {
  const { keys } = strings.viewer
  return Object.entries({ ...names, ...(edits ? editing : {}) }).filter(([name]) => fits || name !== 'fit')
    .map(([name, own]) => ({ keys: own, text: keys[name], run: () => false }))
}
