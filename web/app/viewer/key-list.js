import { strings } from '../strings.js'

const names = {
  zoom: ['+', '-'], fit: ['0'], move: ['ArrowLeft', 'ArrowRight'], walk: ['n', 'p'], act: ['Enter'], leave: ['Escape'],
}
const editing = { change: ['<', '>'], back: ['Backspace'] }

/**
 * What the photo does by itself while it has the focus; for the list of keys.
 *
 * @param {{edits?: boolean, fits?: boolean}} [options] whether marks can be changed on it, and a key shows all of it
 * @returns {import('../keys.js').Binding[]}
 */
export function viewerKeys({ edits = false, fits = true } = {}) {
  const { keys } = strings.viewer
  return Object.entries({ ...names, ...(edits ? editing : {}) }).filter(([name]) => fits || name !== 'fit')
    .map(([name, own]) => ({ keys: own, text: keys[name], run: () => false }))
}
