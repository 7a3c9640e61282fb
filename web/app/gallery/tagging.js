import { api } from '../api.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { tagName } from './tag-names.js'

const texts = strings.gallery.tagging
const HIDDEN = 'hidden'

/**
 * Adds a tag to photos or takes it away, and offers to undo that: what was said before is said again, and where nobody
 * said anything, what models and files say counts again.
 *
 * @param {number[]} photos @param {string} tag @param {boolean} isAdded
 * @param {() => void} done called after it was done, and after it was undone
 */
export function changeTag(photos, tag, isAdded, done) {
  return change(photos, { [isAdded ? 'add' : 'remove']: [tag] }, isAdded ? texts.added : texts.removed, { tag: tagName(tag) }, done)
}

/** Hides photos, or shows them again: what is hidden has a tag of that name, and is found by it alone. */
export function hidePhotos(photos, isHidden, done) {
  return change(photos, { [isHidden ? 'add' : 'takeBack']: [HIDDEN] }, isHidden ? texts.hidden : texts.shown, {}, done)
}

/** Puts photos into an album that a person fills: its photos have a tag of its name. */
export async function addToAlbum(photos, name, done) {
  try {
    const own = (await api.gallery.albums()).filter(({ group }) => group === 'own')
    const known = own.find((album) => album.name.toLowerCase() === name.toLowerCase())
    if (known && !isFilledByHand(known)) return toast(fill(texts.noAlbum, known), { kind: 'problem' })
    if (!known) await api.gallery.addAlbum(name, tagQuery(name))
  } catch (error) {
    return tell(error)
  }
  return change(photos, { add: [name] }, texts.inAlbum, { name }, done)
}

/** Whether photos can be put into an album: all others gather theirs by a search. */
export const isFilledByHand = ({ name, query }) => query.toLowerCase() === tagQuery(name).toLowerCase()

/** What a tag is searched by. @param {string} name */
export const tagQuery = (name) => `tag:${/\s/.test(name) ? `"${name}"` : name}`

async function change(photos, changes, forms, values, done = () => {}) {
  try {
    const { undo } = await api.gallery.changeTags({ photos, ...changes })
    toast(fill(forms, { count: photos.length, ...values }), { undo: () => takeBack(undo).then(done, (error) => tell(error)) })
    done()
  } catch (error) {
    tell(error)
  }
}

/** Lets models and files say again whether photos have a tag. */
export async function resetTag(photos, tag, done = () => {}) {
  try {
    await api.gallery.changeTags({ photos, takeBack: [tag] })
    done()
  } catch (error) {
    tell(error)
  }
}

async function takeBack(changes) {
  for (const change of changes) await api.gallery.changeTags(change)
}

function tell(error) {
  toast(api.sentence(error), { kind: 'problem' })
}
