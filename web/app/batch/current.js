import { BatchQueue } from './queue.js'

/** The table of each page, one at a time. @type {Map<string, BatchQueue>} */
const queues = new Map()
/** The key in session storage, so that reloading loses only the photos that are still waiting. */
const key = (page) => `espy.batch.${page}`
/** Delay after a change before it is stored, in milliseconds: changes often come in groups. */
const PAUSE = 250

/** @param {'count' | 'rack' | 'shelf'} page @returns {BatchQueue} an empty queue, which replaces the previous one */
export function newQueue(page) {
  queues.get(page)?.close()
  return held(new BatchQueue(page, { id: Date.now().toString(36) }))
}

/**
 * @param {'count' | 'rack' | 'shelf'} page @returns {BatchQueue | null} the current queue, perhaps from before a reload
 */
export function currentQueue(page) {
  return queues.get(page) ?? restored(page)
}

function restored(page) {
  const kept = read(page)
  if (!kept) return null
  const queue = held(new BatchQueue(page, kept))
  // Work that the server had begun can be fetched; the files of the rest are gone with the previous page.
  queue.goOn()
  return queue
}

/** Stores the state of a table after each change. */
function held(queue) {
  queues.set(queue.page, queue)
  let timer = 0
  const write = () => {
    clearTimeout(timer)
    timer = 0
    if (!queue.signal.aborted) keep(queue)
  }
  const later = () => { timer ||= setTimeout(write, PAUSE) }
  for (const name of ['row', 'rows', 'change']) queue.on(name, later)
  addEventListener('pagehide', write, { signal: queue.signal })
  return queue
}

function keep({ page, id, rows, work: { since } }) {
  // Photos being sent or processed are requested again after a reload.
  const plain = rows.map((row) => (['sending', 'working'].includes(row.state) ? { ...row, state: 'waiting' } : row))
  try {
    sessionStorage.setItem(key(page), JSON.stringify({ id, rows: plain, since }))
  } catch {
    // Storage is full or blocked: the table then lasts until the page is reloaded.
  }
}

function read(page) {
  try {
    return JSON.parse(sessionStorage.getItem(key(page)))
  } catch {
    return null
  }
}
