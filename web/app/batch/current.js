import { BatchQueue } from './queue.js'

/** The table of each page; there is one at a time. @type {Map<string, BatchQueue>} */
const queues = new Map()
/** Where it is kept as long as the window is open, so that reloading loses no more than what still waits. */
const key = (page) => `espy.batch.${page}`
/** So long after a change it is kept, in milliseconds: many come together. */
const PAUSE = 250

/** @param {'count' | 'rack' | 'shelf'} page @returns {BatchQueue} without photos, in place of the one before */
export function newQueue(page) {
  queues.get(page)?.close()
  return held(new BatchQueue(page, { id: Date.now().toString(36) }))
}

/** @param {'count' | 'rack' | 'shelf'} page @returns {BatchQueue | null} the one that there is, perhaps from before a reload */
export function currentQueue(page) {
  return queues.get(page) ?? restored(page)
}

function restored(page) {
  const kept = read(page)
  if (!kept) return null
  const queue = held(new BatchQueue(page, kept))
  // What the server had already begun can be asked for; of the rest the files are gone with the page before.
  queue.goOn()
  return queue
}

/** Keeps what is known of a table, each time that there is more. */
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
  // What is being sent or worked on is asked for again after a reload.
  const plain = rows.map((row) => (['sending', 'working'].includes(row.state) ? { ...row, state: 'waiting' } : row))
  try {
    sessionStorage.setItem(key(page), JSON.stringify({ id, rows: plain, since }))
  } catch {
    // Full, or forbidden: then it lasts until the page is reloaded.
  }
}

function read(page) {
  try {
    return JSON.parse(sessionStorage.getItem(key(page)))
  } catch {
    return null
  }
}
