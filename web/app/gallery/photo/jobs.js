import { api } from '../../api.js'
import { button } from '../../buttons.js'
import { h } from '../../dom.js'
import { icon } from '../../icons.js'
import { handOver } from '../../intake/handed.js'
import { strings } from '../../strings.js'
import { toast } from '../../toast.js'

const { jobs: texts } = strings.gallery.photo
const JOBS = ['count', 'rack', 'shelf']
/** Tags of photos that show books. */
const BOOKS = new Set(['book', 'library'])
/** Categories of what lies on trays and in boxes, and of tags that do not describe what a photo shows. */
const THINGS = new Set(['food', 'objects'])
const ASIDE = new Set(['picture', 'keyword', 'own'])

/**
 * What Espy can count or read on a photo: what fits its tags comes first, the rest is one tap away.
 *
 * @param {{photo: object, kind: string, tags: object[]}} details @param {import('../../router.js').Context} context
 */
export function photoJobs(details, context) {
  const likely = likelyJobs(details)
  const others = JOBS.filter((job) => !likely.includes(job))
  const row = (jobs) => h('div', { class: 'photo-actions' }, jobs.map((job) => jobButton(job, details.photo, context)))
  if (likely.length === 0) return h('details', { class: 'photo-jobs' }, h('summary', {}, texts.title), row(JOBS))
  return h('section', { class: 'photo-jobs' }, h('h2', {}, texts.title), row(likely),
    h('details', {}, h('summary', {}, texts.more), row(others)))
}

/** Boxes of vials have no tag of their own: they are likely only if nothing else was recognized. */
function likelyJobs({ kind, tags }) {
  if (kind !== 'photo') return []
  const told = tags.filter(({ category }) => !ASIDE.has(category))
  if (told.some(({ name }) => BOOKS.has(name))) return ['shelf']
  if (told.length === 0) return ['count', 'rack']
  return told.every(({ category }) => THINGS.has(category)) ? ['count'] : []
}

function jobButton(job, photo, context) {
  const element = button(texts[job], () => hand(job, photo, element, context))
  element.prepend(icon(job))
  return element
}

async function hand(job, photo, element, { signal, navigate }) {
  element.disabled = true
  try {
    handOver(job, [await api.gallery.original(photo, { signal })])
    navigate(`/${job}`)
  } catch (error) {
    element.disabled = false
    if (!api.isAbort(error)) toast(api.sentence(error), { kind: 'problem' })
  }
}
