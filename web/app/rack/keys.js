import { strings } from '../strings.js'
import { viewerKeys } from '../viewer/key-list.js'

const texts = strings.rack.keys

/** The keys of the page that reads racks. */
export function addRackKeys(page, { keys }) {
  /** Keys that apply only while a box is shown. */
  const onResult = (work) => () => (page.screen ? work(page.screen) : false)
  keys.add([
    { keys: ['1'], text: texts.image, run: onResult((screen) => screen.goTo('image')) },
    { keys: ['2'], text: texts.table, run: onResult((screen) => screen.goTo('table')) },
    { keys: ['3'], text: texts.grid, run: onResult((screen) => screen.goTo('grid')) },
    { keys: ['4'], text: texts.compare, run: onResult((screen) => screen.goTo('compare')) },
    { keys: ['n'], text: texts.next, run: onResult((screen) => screen.next()) },
    { keys: ['e', 'F2'], text: texts.type, run: onResult(({ editor, selection }) => void editor.type(selection.id)) },
    { keys: ['Delete'], text: texts.remove, run: onResult(({ editor, selection }) => editor.remove(selection.id)) },
    ...viewerKeys(),
    { keys: ['Escape'], text: texts.close, run: onResult(({ placing, selection }) => placing.cancel() || selection.choose(null, 'page')) },
  ])
}
