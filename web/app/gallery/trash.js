import { api } from '../api.js'
import { fill } from '../format.js'
import { confirm } from '../shell/confirm.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'

const texts = strings.gallery.duplicates
const { trash: trashTexts } = strings.gallery
/** How often the library is asked whether it has found files again, and the time between, in milliseconds. */
const PATIENCE = { times: 40, pause: 250 }

/**
 * Moves copies of photos to the trash, and offers to undo that.
 *
 * @param {{keep: string, files: string[]}[]} choices the file to keep of each group, and its copies
 * @param {() => void} done called after the change, and again after undoing it
 */
export async function trashCopies(choices, done) {
  const [moved, refused] = [[], []]
  try {
    for (const { keep, files } of choices) {
      // Identical files are in two groups if there are other versions of the shot.
      const rest = files.filter((path) => !moved.some((item) => item.path === path))
      if (rest.length === 0) continue
      const result = await api.gallery.trash(keep, rest)
      moved.push(...result.moved)
      refused.push(...result.refused)
    }
  } catch (error) {
    tell(error)
  }
  await told(moved, refused, done)
}

/**
 * Moves photos to the trash if the user confirms it, and offers to undo that.
 *
 * @param {number[]} photos
 * @param {(areBack: boolean) => void} done called after photos were moved, and again after they are back
 */
export async function trashPhotos(photos, done) {
  const count = photos.length
  if (!await confirm({ title: fill(trashTexts.title, { count }), text: fill(trashTexts.text, { count }), action: texts.trash })) return
  try {
    const { moved, refused } = await api.gallery.trashPhotos(photos)
    await told(moved, refused, (areBack) => (moved.length > 0 ? done(areBack) : undefined))
  } catch (error) {
    tell(error)
  }
}

async function told(moved, refused, done) {
  if (moved.length > 0) toast(words(texts.trashed, moved, refused), { undo: () => restore(moved, done) })
  else if (refused.length > 0) toast(stayed(refused), { kind: 'problem' })
  await done(false)
}

async function restore(files, done) {
  try {
    const before = numberOf((await api.gallery.state()).folders)
    const { moved, refused } = await api.gallery.restore(files)
    if (refused.length > 0) toast(stayed(refused), { kind: 'problem' })
    for (let times = 0; times < PATIENCE.times && !await areBack(before + moved.length); times += 1) await pause()
  } catch (error) {
    tell(error)
  }
  await done(true)
}

/** Returns the number of files that the library knows. */
const numberOf = (folders) => folders.reduce((sum, { photos }) => sum + photos, 0)

/** Whether the library has this many files, and has read them: before that, it does not know where they belong. */
async function areBack(count) {
  const { folders, indexing } = await api.gallery.state()
  return numberOf(folders) >= count && !['scanning', 'reading'].includes(indexing?.phase)
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PATIENCE.pause))

const words = (forms, moved, refused) => [fill(forms, { count: moved.length }), refused.length > 0 ? stayed(refused) : ''].filter(Boolean).join(' ')

const stayed = (refused) => fill(texts.stayed, { count: refused.length, reason: texts.reasons[refused[0].reason] })

const tell = (error) => toast(api.sentence(error), { kind: 'problem' })
