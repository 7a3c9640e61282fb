import { fill } from '../format.js'
import { strings } from '../strings.js'

const texts = strings.count.keys
const modeKeys = { select: 'v', add: 'a', remove: 'r', like: 'l', region: 'o', exclude: 'e' }

/** Handles the keys on a result. @param {import('./screen.js').CountScreen} screen */
export function listenToKeys(screen) {
  const { review, editor, viewer, modeBar } = screen
  const resolve = (isIn) => {
    if (viewer.selectedId === null) return false
    if (review.current === null) editor.resolve(viewer.selectedId, isIn)
    else review.answer(isIn)
  }
  screen.listenToKeys([
    { keys: ['j'], text: texts.next, run: () => review.go(1) },
    { keys: ['k'], text: texts.previous, run: () => review.go(-1) },
    { keys: ['y'], text: texts.yes, run: () => resolve(true) },
    { keys: ['x', 'Delete'], text: texts.no, run: () => resolve(false) },
    { keys: ['f'], text: texts.photo, run: () => viewer.focus() },
    ...modeBar.offered.map(({ name }) => ({
      keys: [modeKeys[name]], text: fill(texts.mode, { name: strings.count.modes[name].name }), run: () => screen.setMode(name),
    })),
  ])
}
