import { GalleryPage } from '../gallery/page.js'

/** The photo library. @type {import('../router.js').Mount} */
export function mount(root, context) {
  return new GalleryPage(root, context).open()
}
