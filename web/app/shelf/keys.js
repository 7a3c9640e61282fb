import { fill } from '../format.js'
import { strings } from '../strings.js'

const texts = strings.shelf.keys

/** Handles the keys on a result. @param {import('./screen.js').ShelfScreen} screen */
export function listenToKeys(screen) {
  const { editor, viewer, inspector, layers, list } = screen
  const onBook = (work) => () => (screen.book ? work(screen.book) : false)
  screen.listenToKeys([
    { keys: ['j'], text: texts.check, run: () => screen.check(1) },
    { keys: ['k'], text: texts.checkBack, run: () => screen.check(-1) },
    { keys: ['n'], text: texts.next, run: () => viewer.selectFollowing(1) },
    { keys: ['p'], text: texts.previous, run: () => viewer.selectFollowing(-1) },
    { keys: ['e', 'F2'], text: texts.edit, run: () => inspector.focusText() },
    { keys: ['y'], text: texts.confirm, run: onBook(({ id, isRemoved, isAdded }) => !isRemoved && !isAdded && void editor.confirm(id, true)) },
    { keys: ['x', 'Delete'], text: texts.remove, run: onBook(({ id, isRemoved }) => !isRemoved && void editor.remove(id)) },
    { keys: ['a'], text: texts.add, run: () => screen.toggleAdding() },
    { keys: ['t'], text: texts.turn, run: onBook(() => inspector.turn()) },
    { keys: ['f'], text: texts.photo, run: () => viewer.focus() },
    { keys: ['l'], text: texts.list, run: () => list.focus() },
    ...[...layers.inputs.keys()].map((name, index) => ({
      keys: [String(index + 1)], text: fill(texts.layer, { name: strings.shelf.layers[name] }), run: () => layers.toggle(name),
    })),
  ])
}
