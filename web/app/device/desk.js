import { json, needsServer, notFound, refusal } from './answers.js'
import {
  allEntries, change, clear, corrected, entryOf, forgetPhotos, ofKind, page as pageOf, photoRoom, record, remove, restore,
} from './entries.js'
import { comparison, exported, table } from './files.js'
import { here, isOfDevice } from './here.js'
import { question } from './reader.js'
import { addressOf as photoAddress, begin, cancel, end, forgetPhoto, jobAnswer, takePhoto } from './jobs.js'

/** @typedef {(path: string) => Promise<any>} Server requests JSON from the server */

/**
 * Answers a request on this device, as a server would.
 *
 * @param {string} method @param {string} path below `/api/v1` @param {{json?: any, blob?: Blob}} options
 * @param {Server | null} server null if none is reachable
 * @returns {Promise<Response | undefined>} undefined if the server handles the request
 */
export async function answer(method, path, { json: body, blob }, server) {
  const { pathname, searchParams: query } = new URL(path, 'https://espy.invalid')
  const [kind, id, rest] = pathname.slice(1).split('/').map(decodeURIComponent)
  try {
    const found = await answers[kind]?.({ method, id, rest, query, body, blob, server })
    if (found === undefined && here.isAlone) throw needsServer()
    return found
  } catch (error) {
    const { shape } = refusal(error)
    return json(shape, shape.status)
  }
}

const answers = {
  health: () => (here.isAlone ? json({ status: 'ok', access: 'local' }) : undefined),

  photos({ method, id }) {
    if (!isOfDevice(id)) return undefined
    if (method !== 'DELETE') throw notFound()
    return forgetPhoto(id).then(() => new Response(null, { status: 204 }))
  },

  async racks({ method, id, body, server }) {
    if (method === 'POST') return isOfDevice(body.photo) || here.isAlone ? begin('rack', body) : undefined
    return id === 'containers' && !server ? json(await question('rack', { about: 'containers' })) : undefined
  },

  counts({ body }) {
    return here.canCount && (isOfDevice(body.photo) || here.isAlone) ? begin('count', body) : undefined
  },

  jobs({ method, id }) {
    if (!isOfDevice(id)) return undefined
    return method === 'DELETE' ? cancel(id) : jobAnswer(id)
  },

  async history(asked) {
    const { method, id, rest, body, server } = asked
    if (!id) return overview(asked)
    if (id === 'photos') return server ? undefined : roomOfPhotos(asked)
    if (rest === 'restore') return restore(id)
    const kept = await entryOf(id)
    if (!kept) return undefined
    if (rest) return ofEntry(asked, kept)
    if (method === 'GET') return json(record(kept))
    return method === 'PATCH' ? change(kept, body) : remove(kept)
  },
}

async function overview({ method, query, server }) {
  if (method === 'DELETE') {
    const own = await allEntries()
    // In addition, the server deletes its own entries.
    const deleted = await clear(ofKind(own, query), query)
    return server ? undefined : json({ deleted })
  }
  const own = await allEntries()
  if (!server) return json(await pageOf(own, query))
  // Entries that the server lacks are added to its first page.
  const page = await server(`/history?${query}`)
  const unsent = await pageOf(own, query)
  if (!query.has('cursor')) page.entries = [...unsent.entries, ...page.entries].sort((one, other) => other.time - one.time)
  return json({ ...page, total: page.total + unsent.total })
}

async function roomOfPhotos({ method }) {
  const all = await allEntries()
  return json(await (method === 'DELETE' ? forgetPhotos(all) : photoRoom(all)))
}

async function ofEntry({ method, rest, query, blob, server }, kept) {
  const result = await corrected(kept)
  const isRack = kept.entry.kind === 'rack'
  if (rest === 'export.csv' || rest === 'export.json') return exported(kept.entry, result, rest.split('.')[1])
  if (isRack && rest === 'table.csv') return table(kept.entry, result, query)
  if (isRack && rest === 'comparison') return comparison(kept, result, { method, query, blob, server })
  throw needsServer()
}

/** Waits for a job of this device. @param {string} id @param {(state: object) => void} tell called with each state */
export async function followed(id, tell) {
  try {
    return await end(id, tell)
  } catch (error) {
    return { id, state: 'failed', problem: refusal(error).shape }
  }
}

/** Stores a photo. @param {Blob} blob @param {string} name @returns {Promise<object>} @throws {Refusal} */
export const take = (blob, name) => takePhoto(blob, name).catch((error) => { throw refusal(error) })

/** Returns a URL that shows a photo in this browser. @param {string} id */
export const addressOf = (id) => photoAddress(id)
