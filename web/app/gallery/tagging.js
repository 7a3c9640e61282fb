import { fill, plural } from '../format.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { tagName } from './tag-names.js'

const texts = strings.gallery.tagging

/**
 * Adds a tag to photos or takes it away, and offers to undo that: what was said before is said again, and where nobody
 * said anything, what models and files say counts again.
 *
 * @param {import('../api.js').api} api @param {number[]} photos @param {string} tag @param {boolean} isAdded
 * @param {() => void} done called after it was done, and after it was undone
 */
export async function changeTag(api, photos, tag, isAdded, done = () => {}) {
  try {
    const { undo } = await api.gallery.changeTags({ photos, [isAdded ? 'add' : 'remove']: [tag] })
    const text = fill(plural(photos.length, isAdded ? texts.added : texts.removed), { tag: tagName(tag) })
    toast(text, { undo: () => takeBack(api, undo).then(done, (error) => tell(api, error)) })
    done()
  } catch (error) {
    tell(api, error)
  }
}

/** Lets models and files say again whether photos have a tag. */
export async function resetTag(api, photos, tag, done = () => {}) {
  try {
    await api.gallery.changeTags({ photos, takeBack: [tag] })
    done()
  } catch (error) {
    tell(api, error)
  }
}

async function takeBack(api, changes) {
  for (const change of changes) await api.gallery.changeTags(change)
}

function tell(api, error) {
  toast(api.sentence(error), { kind: 'problem' })
}
