import { ShelfPage } from '../shelf/page.js'
import { addLiveKeys } from '../shelf/live/keys.js'

/** Outlines and reads the books of a shelf. @type {import('../router.js').Mount} */
export function mount(root, context) {
  const page = new ShelfPage(root, context)
  addLiveKeys(page, context)
  page.open()
  return () => page.close()
}
