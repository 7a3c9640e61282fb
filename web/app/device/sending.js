import { api } from '../api.js'
import { askServer } from '../api/request.js'
import { uploadPhoto } from '../api/upload.js'
import { author } from '../author.js'
import { fill } from '../format.js'
import { agreed } from '../result/merge.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { allEntries, handedOver, isCorrected, noCorrections } from './entries.js'
import { store } from './store.js'

const texts = strings.here.sending

/** IDs that the server has refused, so that they are not sent again. */
const refused = new Set()

/** Sends the server what was read on this device without it. Only one page at a time, to avoid duplicate work. */
export async function send() {
  if (!navigator.locks) return sendAll()
  await navigator.locks.request('espy-sending', { ifAvailable: true }, (lock) => lock && sendAll())
}

async function sendAll() {
  let count = 0
  for (const kept of (await allEntries()).reverse().filter(({ id }) => !refused.has(id))) {
    try {
      await sendOne(kept)
      if (await handedOver(kept)) count += 1
    } catch (error) {
      if (error instanceof api.Unreachable || error.kind === 'not-paired') break
      refused.add(kept.id)
      toast(fill(texts.refused, { title: kept.entry.title, why: api.sentence(error) }), { kind: 'problem' })
    }
  }
  if (count > 0) {
    toast(fill(texts.done, { count }))
    api.changes.dispatchEvent(new Event('sent'))
  }
}

/** Safe to repeat: the entry has the same ID each time, and changes contain the final state. */
async function sendOne(mine) {
  const { id, entry, result, corrections, photo } = mine
  const kept = await store.get('photos', photo)
  if (!kept) throw new api.Problem({ type: '/here/photo-gone', status: 410 })
  const { id: uploaded } = await uploadPhoto(kept.blob, { name: entry.title })
  const order = { kind: entry.kind, photo: uploaded, title: entry.title, time: entry.time, result, parameters: entry.parameters }
  const record = await (await askServer('PUT', `/history/${id}`, { json: order })).json()
  const wanted = isCorrected(mine, corrections) && await agreed(record, noCorrections[entry.kind], corrections)
  const change = {
    ...(entry.note && { note: entry.note }), ...(entry.favorite && { favorite: true }), ...(entry.title !== record.entry.title && { title: entry.title }),
    ...(wanted && { corrections: wanted.corrections }), ...(entry.confirmation && { confirmedBy: entry.confirmation.by }),
  }
  if (Object.keys(change).length > 0) await askServer('PATCH', `/history/${id}`, { json: author.signed(change) })
}
