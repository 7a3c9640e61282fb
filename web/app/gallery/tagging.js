import { api } from '../api.js'
import { fill, plural } from '../format.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'

const texts = strings.gallery.tagging

/**
 * Adds a tag to photos or takes it away, and offers to undo that.
 *
 * @param {number[]} photos @param {string} tag @param {boolean} isAdded
 * @param {() => void} done called after it was done, and after it was undone
 */
export async function changeTag(photos, tag, isAdded, done = () => {}) {
  const apply = (adds) => api.gallery.changeTags({ photos, [adds ? 'add' : 'remove']: [tag] })
  try {
    await apply(isAdded)
    const text = fill(plural(photos.length, isAdded ? texts.added : texts.removed), { tag })
    toast(text, { undo: () => apply(!isAdded).then(done, tell) })
    done()
  } catch (error) {
    tell(error)
  }
}

function tell(error) {
  toast(api.sentence(error), { kind: 'problem' })
}
