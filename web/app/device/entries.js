import { here, newID } from './here.js'
import { json, notFound } from './answers.js'
import { question } from './reader.js'
import { store } from './store.js'

/** Time during which a deleted entry can be restored, in seconds; as on a server. */
const restoreWindow = 600
const now = () => Math.floor(Date.now() / 1000)

/**
 * An entry as stored in this browser.
 *
 * @typedef {object} Kept
 * @property {string} id
 * @property {object} entry as servers describe it
 * @property {object} result
 * @property {{values: object[], rack?: string}} corrections
 * @property {string} photo
 * @property {number} version incremented with each change
 * @property {number} [deleted] time of deletion, in seconds since 1970
 */

/** Returns all entries that are not deleted, the newest first. @returns {Promise<Kept[]>} */
export async function allEntries() {
  const all = await store.all('entries')
  await purge(all)
  return all.filter(({ deleted }) => !deleted).sort((one, other) => other.entry.time - one.entry.time)
}

async function purge(all) {
  for (const { id, photo } of all.filter(({ deleted }) => deleted && deleted < now() - restoreWindow)) await drop(id, photo)
}

async function drop(id, photo) {
  await store.remove('entries', id)
  if (photo) await store.remove('photos', photo)
}

/** @param {string} id @returns {Promise<Kept | undefined>} */
export async function entryOf(id) {
  const kept = await store.get('entries', id)
  return kept?.deleted ? undefined : kept
}

/** The size of a box in which the wells are known; without those, rows and columns are none of the box. */
const sizeOf = ({ rows, cols, layout, warnings }) => (
  ['named', 'unordered'].includes(layout) || warnings.some(({ kind }) => kind === 'originUnknown') ? {} : { rows, cols })

/** The fields of an entry that come from its result. */
const summaries = {
  rack: (rack) => ({ count: rack.vials.length, ...sizeOf(rack) }),
  count: ({ count, range }) => ({ count, range }),
}
export const noCorrections = { rack: { values: [] }, count: { added: [], removed: [], included: [] } }

/** Whether a result of a kind is corrected. */
const areCorrected = {
  rack: ({ values, rack }) => values?.length > 0 || rack !== undefined,
  count: (corrections) => Object.values(corrections).some((list) => list?.length > 0),
}

/** @param {Kept} kept @param {object} corrections */
export const isCorrected = ({ entry }, corrections) => areCorrected[entry.kind](corrections)

/** Stores a result. @returns {Promise<Kept>} */
export async function keep({ kind, result, parameters, photo, title, thumbnail, replaces, time }) {
  const before = replaces && await entryOf(replaces)
  const entry = {
    note: undefined, favorite: false, ...(before && before.entry), id: before?.id ?? newID(), kind, time, title, thumbnail, parameters,
    ...summaries[kind](result), corrected: false, confirmation: undefined, isHere: true,
  }
  const kept = {
    id: entry.id, entry, result, corrections: noCorrections[kind], photo, version: (before?.version ?? 0) + 1,
  }
  await store.put('entries', kept)
  here.hasUnsent = true
  navigator.storage?.persist?.()
  return kept
}

/** Returns an entry in the format of a server. @param {Kept} kept */
export const record = ({ entry, result, corrections, photo }) => ({
  entry, result: { ...result, file: entry.title }, corrections, audit: [], photo,
})

/** Returns the result with all corrections. @param {Kept} kept */
export const corrected = ({ entry, result, corrections }) => (
  question(entry.kind, { about: 'correct', [entry.kind]: result, corrections, file: entry.title }))

/** Returns a page of entries in the format of a server. @param {Kept[]} all @param {URLSearchParams} query */
export async function page(all, query) {
  const code = query.get('code')
  const wanted = ofKind(all, query)
  const found = code ? await withCode(wanted, code) : wanted
  const from = Number(query.get('cursor') ?? 0)
  const to = from + Number(query.get('limit') ?? 100)
  return { entries: found.slice(from, to).map(({ entry }) => entry), next: to < found.length ? String(to) : null, total: found.length }
}

/** Returns the entries of the kind that is asked for. @param {Kept[]} all @param {URLSearchParams} query */
export function ofKind(all, query) {
  const kind = query.get('kind')
  return kind ? all.filter(({ entry }) => entry.kind === kind) : all
}

async function withCode(entries, code) {
  const all = entries.filter(({ entry }) => entry.kind === 'rack')
  const wanted = code.toLowerCase()
  const racks = await Promise.all(all.map(corrected))
  return all.filter((_, index) => [racks[index].rack ?? '', ...racks[index].vials.map(({ value }) => value)]
    .some((value) => value.toLowerCase().includes(wanted)))
}

/**
 * Applies all changes to an entry, or none of them.
 *
 * @param {Kept} kept @param {object} change @returns {Promise<Response>} the changed entry
 */
export async function change(kept, { title, note, favorite, confirmedBy, corrections, view }) {
  const entry = {
    ...(title !== undefined && { title }), ...(note !== undefined && { note: note || undefined }),
    ...(favorite !== undefined && { favorite }),
  }
  const parts = {}
  if (view) Object.assign(parts, await turned(kept, view))
  if (corrections) {
    const { kind } = kept.entry
    const { count, range } = summaries[kind](await corrected({ ...kept, corrections }))
    Object.assign(entry, { count, ...(range && { range }), corrected: isCorrected(kept, corrections) })
    parts.corrections = corrections
  }
  // A confirmation no longer applies after a change.
  if (view || corrections) entry.confirmation = undefined
  if (confirmedBy !== undefined) entry.confirmation = confirmedBy ? { by: confirmedBy, time: now() } : undefined
  const changed = await store.update(kept.id, (current) => (
    { ...current, ...parts, entry: { ...current.entry, ...parts.entry, ...entry }, version: current.version + 1 }))
  if (!changed) throw notFound()
  return json(record(changed))
}

async function turned({ entry, result, corrections }, view) {
  const answer = await question('rack', { about: 'turn', rack: result, options: entry.parameters, corrections, view })
  return {
    result: { ...answer.rack, file: result.file, complete: result.complete }, corrections: answer.corrections,
    entry: { parameters: answer.options, ...sizeOf(answer.rack) },
  }
}

/** @param {Kept} kept */
export async function remove({ id }) {
  await store.update(id, (current) => ({ ...current, deleted: now() }))
  await tellUnsent()
  return new Response(null, { status: 204 })
}

/** @param {string} id @returns {Promise<Response | undefined>} undefined if it was never here */
export async function restore(id) {
  const kept = await store.get('entries', id)
  if (!kept?.deleted) return undefined
  if (kept.deleted < now() - restoreWindow) throw notFound()
  const { entry } = await store.update(id, (current) => ({ ...current, deleted: undefined }))
  await tellUnsent()
  return json(entry)
}

/** Deletes all entries. @param {Kept[]} all @param {URLSearchParams} query @returns {Promise<number>} number deleted */
export async function clear(all, query) {
  const gone = all.filter(({ entry }) => !(query.get('keepFavorites') === 'true' && entry.favorite))
  for (const { id, photo } of gone) await drop(id, photo)
  await tellUnsent()
  return gone.length
}

/** Returns the storage used by the photos of all entries. @param {Kept[]} all */
export async function photoRoom(all) {
  const photos = await photosOf(all)
  return { photos: photos.length, bytes: photos.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** @param {Kept[]} all */
export async function forgetPhotos(all) {
  const room = await photoRoom(all)
  for (const { photo } of all) await store.remove('photos', photo)
  return room
}

async function photosOf(all) {
  const used = new Set(all.map(({ photo }) => photo))
  return (await store.all('photos')).filter(({ id }) => used.has(id))
}

/**
 * Deletes an entry that the server now has, unless it has changed since.
 *
 * @param {Kept} kept as sent to the server @returns {Promise<boolean>} whether the server has all of it
 */
export async function handedOver({ id, version, photo }) {
  if ((await store.get('entries', id))?.version !== version) return false
  await drop(id, photo)
  await tellUnsent()
  return true
}

/** Includes deleted entries, because they can be restored for a while. */
async function tellUnsent() {
  here.hasUnsent = (await store.all('entries')).length > 0
}
