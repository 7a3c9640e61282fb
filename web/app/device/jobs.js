import { here, isOfDevice, mark, newID } from './here.js'
import { Refusal, json, needsServer, notFound, refusal } from './answers.js'
import { question, read } from './reader.js'
import { keep } from './entries.js'
import { store } from './store.js'

/** Maximum number of pixels that fit into the reader's memory (`Photo` in EspyWeb). */
const mostPixels = 50_000_000
/** How long a photo without an entry is kept, in seconds. */
const patience = 24 * 60 * 60
const now = () => Math.floor(Date.now() / 1000)

/**
 * Jobs that are running, or finished since the page was opened.
 *
 * @type {Map<string, {state: object, done: Promise<object>, work: AbortController}>}
 */
const jobs = new Map()
/** URLs of photos, valid while the page is open. @type {Map<string, string>} */
const addresses = new Map()

/**
 * Stores a photo, like a server that receives it.
 *
 * @param {Blob} blob @param {string} name
 */
export async function takePhoto(blob, name) {
  const { width, height } = await sizeOf(blob)
  if (width * height > mostPixels) throw new Refusal(413, 'too-large-here')
  const photo = { id: mark + newID(), name, width, height, bytes: blob.size, type: blob.type }
  await store.put('photos', { ...photo, blob, time: now() })
  forgetOld()
  return photo
}

async function sizeOf(blob) {
  try {
    const picture = await createImageBitmap(blob, { imageOrientation: 'from-image' })
    const { width, height } = picture
    picture.close()
    return { width, height }
  } catch {
    throw new Refusal(415, 'not-an-image-here')
  }
}

/** Deletes photos that were viewed but never read. */
async function forgetOld() {
  const used = new Set((await store.all('entries')).map(({ photo }) => photo))
  for (const { id, time } of await store.all('photos')) {
    if (!used.has(id) && time < now() - patience) await store.remove('photos', id)
  }
}

/** @param {string} id @returns {Promise<string>} a URL of the photo in this browser; a dead one if the photo is gone */
export async function addressOf(id) {
  if (!addresses.has(id)) {
    const photo = await store.get('photos', id)
    if (!photo) return 'data:,'
    addresses.set(id, URL.createObjectURL(photo.blob))
  }
  return addresses.get(id)
}

/** @param {string} id */
export async function forgetPhoto(id) {
  URL.revokeObjectURL(addresses.get(id))
  addresses.delete(id)
  await store.remove('photos', id)
}

/**
 * Starts reading a photo.
 *
 * @param {'rack' | 'count'} kind
 * @param {{photo: string, options?: object, groups?: number[], recipe?: string, recipes?: string[], replaces?: string, keep?: boolean}} order
 */
export async function begin(kind, { photo, options = {}, groups, recipe, recipes, replaces, keep: isKept = true }) {
  // Recipes are on the server.
  if (recipe || recipes?.length > 0) throw needsServer()
  const picture = isOfDevice(photo) && await store.get('photos', photo)
  if (!picture) throw new Refusal(410, 'photo-gone')
  // Invalid options are reported before the work begins.
  const parameters = kind === 'rack' ? await question('rack', { about: 'options', options }) : undefined
  const id = mark + newID()
  const job = { state: { id, kind, photo, state: 'queued', stage: 'waiting', fraction: 0 }, work: new AbortController() }
  job.done = run(job, picture, { options, groups, parameters, replaces, isKept })
  // Prevents an unhandled rejection if nothing waits for the job.
  job.done.catch(() => {})
  jobs.set(id, job)
  return json(job.state, 202)
}

async function run(job, { blob, id: photo, name }, { options, groups, parameters, replaces, isKept }) {
  const { kind } = job.state
  const tell = ({ stage, fraction }) => Object.assign(job.state, { state: 'running', stage, fraction: 0.15 + 0.75 * fraction })
  try {
    const { answer: result, thumbnail } = await read(kind, blob, { file: name, options, groups }, {
      tell: (step) => { tell(step); job.tell?.(job.state) }, signal: job.work.signal,
    })
    if (kind === 'count') here.hasNetworks = true
    const isWorthKeeping = kind === 'count' ? result.count > 0 : result.vials.length > 0 || result.outside.length > 0
    const kept = isKept && (isWorthKeeping || replaces) && await keep({
      kind, result, parameters: parameters ?? result.parameters, photo, title: name, thumbnail, replaces, time: now(),
    })
    Object.assign(job.state, { state: 'done', stage: 'done', fraction: 1, result, ...(kept && { entry: kept.entry }) })
  } catch (error) {
    if (job.work.signal.aborted) job.state.state = 'cancelled'
    else Object.assign(job.state, { state: 'failed', problem: refusal(error).shape })
  }
  return job.state
}

/**
 * Waits for a job to end.
 *
 * @param {string} id @param {((state: object) => void) | undefined} tell called with each state
 */
export async function end(id, tell) {
  const job = jobs.get(id)
  if (!job) throw notFound()
  job.tell = tell
  return job.done
}

/** @param {string} id */
export function jobAnswer(id) {
  const job = jobs.get(id)
  if (!job) throw notFound()
  return json(job.state)
}

/** @param {string} id */
export function cancel(id) {
  jobs.get(id)?.work.abort(new DOMException('The reading was given up.', 'AbortError'))
  return new Response(null, { status: 204 })
}
