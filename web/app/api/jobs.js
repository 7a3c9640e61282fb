import { outer } from '../base.js'
import { isOfDevice } from '../device/here.js'
import { desk } from '../device/place.js'
import { connection } from './connection.js'
import { Problem, Unreachable } from './problem.js'
import { ask, askJSON } from './request.js'

/** How often to poll a job if events are not received, in milliseconds. */
const interval = 1000

/**
 * @typedef {object} Job
 * @property {string} id
 * @property {'count' | 'rack' | 'shelf'} kind
 * @property {'queued' | 'running' | 'done' | 'failed' | 'cancelled'} state
 * @property {string} stage
 * @property {number} fraction
 * @property {object} [result]
 * @property {object} [entry]
 * @property {object} [problem]
 */

/**
 * Waits for a job to end, and reports its progress.
 *
 * Survives a lost connection: the job continues on the server, and this follows it again. Aborting the signal cancels
 * the job itself.
 *
 * @param {Job} job
 * @param {{onProgress?: (progress: {stage: string, fraction: number}) => void, signal?: AbortSignal}} [options]
 * @returns {Promise<Job>} the finished job
 * @throws {Problem | DOMException} a problem if the job failed
 */
export async function followJob(job, { onProgress, signal } = {}) {
  const cancel = () => ask('DELETE', `/jobs/${job.id}`).catch(() => {})
  if (signal?.aborted) cancel()
  signal?.throwIfAborted()
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    return judged(await ended(job.id, onProgress, signal))
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}

async function ended(id, tell, signal) {
  if (!isOfDevice(id)) return await listen(id, tell, signal) ?? poll(id, tell, signal)
  const done = (await desk()).followed(id, (state) => tell?.(state))
  const givenUp = new Promise((_, reject) => { signal?.addEventListener('abort', () => reject(signal.reason), { once: true }) })
  return Promise.race([done, givenUp])
}

function judged(job) {
  if (job.state === 'failed') throw new Problem(job.problem ?? {})
  if (job.state === 'cancelled') throw new DOMException('The job was cancelled.', 'AbortError')
  return job
}

/** @returns {Promise<Job | null>} null if events are not received */
function listen(id, onProgress, signal) {
  return new Promise((resolve, reject) => {
    const source = new EventSource(outer(`/api/v1/jobs/${id}/events`))
    const finish = (settle, value) => {
      source.close()
      settle(value)
    }
    source.addEventListener('progress', ({ data }) => onProgress?.(JSON.parse(data)))
    source.addEventListener('end', ({ data }) => finish(resolve, JSON.parse(data)))
    // The browser retries after some failures but not all, and never gives the reason, so this polls instead.
    source.addEventListener('error', () => finish(resolve, null))
    signal?.addEventListener('abort', () => finish(reject, signal.reason), { once: true })
  })
}

async function poll(id, onProgress, signal) {
  for (;;) {
    signal?.throwIfAborted()
    const job = await state(id, signal)
    if (job && !['queued', 'running'].includes(job.state)) return job
    if (job) onProgress?.({ stage: job.stage, fraction: job.fraction })
    await pause(job ? interval : undefined, signal)
  }
}

/** @returns {Promise<Job | null>} null if the server cannot be reached now */
async function state(id, signal) {
  try {
    return await askJSON('GET', `/jobs/${id}`, { signal })
  } catch (error) {
    if (error instanceof Unreachable) return null
    throw error
  }
}

/** Waits for the given time, or until the server is reachable again. */
function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    if (milliseconds === undefined) connection.addEventListener('found', resolve, { once: true })
    else setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
