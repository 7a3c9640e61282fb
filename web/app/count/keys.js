import { undoByControl } from '../correcting/undo-keys.js'
import { strings } from '../strings.js'
import { viewerKeys } from '../viewer/key-list.js'

const texts = strings.count.keys
const modeKeys = { select: 'v', add: 'a', remove: 'r', like: 'l', region: 'o', exclude: 'e' }

/** The keys of the result. @param {import('./result.js').ResultScreen} screen */
export function listenToKeys(screen) {
  const { session, review, editor, viewer, modeBar, context, signal } = screen
  const settle = (isIn) => {
    if (viewer.selectedId === null) return false
    if (review.current === null) editor.settle(viewer.selectedId, isIn)
    else review.answer(isIn)
  }
  context.keys.add([
    { keys: ['z'], text: texts.undo, run: () => session.undo() },
    { keys: ['Z'], text: texts.redo, run: () => session.redo() },
    { keys: ['j'], text: texts.next, run: () => review.go(1) },
    { keys: ['k'], text: texts.previous, run: () => review.go(-1) },
    { keys: ['y'], text: texts.yes, run: () => settle(true) },
    { keys: ['x', 'Delete'], text: texts.no, run: () => settle(false) },
    { keys: ['f'], text: texts.photo, run: () => viewer.focus() },
    ...modeBar.offered.map(({ name }) => ({
      keys: [modeKeys[name]], text: texts.mode(strings.count.modes[name].name), run: () => screen.setMode(name),
    })),
    { keys: ['c'], text: texts.again, run: () => screen.again() },
    ...viewerKeys({ edits: true }),
  ].map((binding) => ({ ...binding, run: (event) => (signal.aborted ? false : binding.run(event)) })))
  undoByControl(session, signal)
}
