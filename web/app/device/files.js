import { datedName } from '../files.js'
import { Refusal, file, json } from './answers.js'
import { allEntries, corrected } from './entries.js'
import { question } from './reader.js'

/** Formats times as in laboratory tables: 2026-02-20 14:30:22. @param {number} time in seconds since 1970 */
function moment(time) {
  const two = (value) => String(value).padStart(2, '0')
  const date = new Date(time * 1000)
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`
}

const nameOf = ({ kind, time }) => datedName({ rack: 'vials', count: 'counts' }[kind], new Date(time * 1000))

/** @param {object} entry @param {object} result with all corrections @param {'csv' | 'json'} format */
export async function exported(entry, result, format) {
  const name = `${nameOf(entry)}.${format}`
  if (format === 'json') return file(JSON.stringify(result), 'application/json', name)
  return file((await question(entry.kind, { about: 'csv', [entry.kind]: result })).text, 'text/csv; charset=utf-8', name)
}

/** Returns a table in another system's format. @param {URLSearchParams} query */
export async function table(entry, rack, query) {
  const wishes = Object.fromEntries(['table', 'columns', 'words', 'order', 'separator', 'header'].map((name) => [name, query.get(name) ?? undefined]))
  const { text } = await question('rack', { about: 'table', rack, date: moment(entry.time), ...wishes })
  return file(text, 'text/csv; charset=utf-8', `${nameOf(entry)}.csv`)
}

/** Compares a box with a list, with its last scan, or with another box. */
export async function comparison(kept, rack, { query, blob, server }) {
  const format = query.get('format') ?? 'json'
  if (format === 'jpg') throw new Refusal(501, 'needs-server')
  const other = blob ? { list: await listed(blob) } : await scan(kept, rack, query.get('with'), server)
  const found = await question('rack', { about: 'compare', rack, format, ...(blob ? other : { with: other.rack }) }).catch((error) => {
    throw blob && error.code === 'badRequest' ? new Refusal(422, 'bad-list', error.detail) : error
  })
  if (format === 'csv') return file(found.text, 'text/csv; charset=utf-8', 'comparison.csv')
  const { entry } = other
  const reference = entry ? { kind: 'entry', name: entry.title, entry: entry.id, time: entry.time } : { kind: 'list', name: query.get('name') ?? undefined }
  return json({ reference: { ...reference, rack: found.rack }, before: found.before, comparison: found.comparison })
}

async function listed(blob) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await blob.arrayBuffer())
  } catch {
    throw new Refusal(422, 'list-not-text-here')
  }
}

/** Returns the box to compare with. @param {string} name `last`, a box code, or an entry */
async function scan(kept, rack, name, server) {
  if (name === 'last' && !rack.rack) throw new Refusal(422, 'no-other-scan-here')
  const all = (await allEntries()).filter(({ id, entry }) => id !== kept.id && entry.kind === 'rack')
  const own = all.find(({ id }) => id === name)
  if (own) return { entry: own.entry, rack: await corrected(own) }
  const code = name === 'last' ? rack.rack : name
  for (const each of all) {
    const other = await corrected(each)
    if (other.rack === code) return { entry: each.entry, rack: other }
  }
  const record = server && name !== 'last' ? await server(`/history/${encodeURIComponent(name)}`).catch(() => null) : null
  if (record?.entry.kind === 'rack') return { entry: record.entry, rack: await corrected(record) }
  throw new Refusal(422, 'no-other-scan-here')
}
