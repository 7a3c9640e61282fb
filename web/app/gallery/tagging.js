import { api } from '../api.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { tagName } from './tag-names.js'

const texts = strings.gallery.tagging
const HIDDEN = 'hidden'
const FAVORITE = 'favorite'

/**
 * Adds a tag to photos or removes it, and offers to undo that. Undoing restores the user's previous choices; where
 * there were none, models and files decide again.
 *
 * @param {number[]} photos @param {string} tag @param {boolean} isAdded
 * @param {() => void} done called after the change, and again after undoing it
 */
export function changeTag(photos, tag, isAdded, done) {
  return change(photos, { [isAdded ? 'add' : 'remove']: [tag] }, isAdded ? texts.added : texts.removed, { tag: tagName(tag) }, done)
}

/** Hides photos or shows them again: hidden photos have a tag of that name, and are found only by it. */
export function hidePhotos(photos, isHidden, done) {
  return change(photos, { [isHidden ? 'add' : 'takeBack']: [HIDDEN] }, isHidden ? texts.hidden : texts.shown, {}, done)
}

/** Adds photos to the favorites or removes them: favorites have a tag of that name, also in files of other programs. */
export function favorPhotos(photos, isFavorite, done) {
  return change(photos, { [isFavorite ? 'add' : 'remove']: [FAVORITE] }, isFavorite ? texts.favored : texts.unfavored, {}, done)
}

/** Adds photos to an album filled by hand: its photos have a tag of its name. */
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

/** Whether photos can be added to an album: all others are filled by a search. */
export const isFilledByHand = ({ name, query }) => query.toLowerCase() === tagQuery(name).toLowerCase()

/** Returns the search term for a tag. @param {string} name */
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

/** Lets models and files decide again whether photos have a tag. */
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
