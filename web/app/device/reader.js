import { outer } from '../base.js'

/** The worker that reads; started on first use, and again after a reading was aborted. @type {Worker | undefined} */
let thread
let last = 0
/** Pending requests by number. @type {Map<number, {resolve: Function, reject: Function, tell?: Function}>} */
const waiting = new Map()

/** The reason why a box could not be read, or a question not answered: a code of `WebError`. */
export class ReaderProblem extends Error {
  /** @param {{code: string, detail: string}} problem */
  constructor({ code, detail }) {
    super(detail)
    Object.assign(this, { code, detail })
  }
}

function started() {
  if (thread) return thread
  thread = new Worker(outer('/workers/rack.js'))
  thread.addEventListener('message', ({ data: { id, stage, fraction, problem, ...answer } }) => {
    const one = waiting.get(id)
    if (stage) return one?.tell?.({ stage, fraction })
    waiting.delete(id)
    if (problem) one?.reject(new ReaderProblem(problem))
    else one?.resolve(answer)
  })
  // The worker's script could not be loaded.
  thread.addEventListener('error', () => end(new ReaderProblem({ code: 'unreachable', detail: 'no script' })))
  return thread
}

/** Stops the worker, and rejects all pending requests. */
function end(error) {
  thread?.terminate()
  thread = undefined
  for (const { reject } of waiting.values()) reject(error)
  waiting.clear()
}

function post(message, tell) {
  const id = (last += 1)
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject, tell })
    started().postMessage({ id, ...message }, message.photo instanceof ImageBitmap ? [message.photo] : [])
  })
}

/** Photos are read one after the other: two at once would need twice the memory. */
let turn = Promise.resolve()

/**
 * Reads a photo of a box.
 *
 * @param {Blob | ImageBitmap} photo a bitmap is a camera frame, which is transferred and gets no thumbnail
 * @param {{file: string, options: object}} request
 * @param {{tell: (step: {stage: string, fraction: number}) => void, signal: AbortSignal}} options
 * @returns {Promise<{answer: object, thumbnail: string}>}
 */
export function read(photo, request, { tell, signal }) {
  const result = turn.then(() => {
    signal.throwIfAborted()
    const giveUp = () => end(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
    return post({ photo, request }, tell).finally(() => signal.removeEventListener('abort', giveUp))
  })
  turn = result.catch(() => {})
  return result
}

/** Answers a question of `RackQuestion`. @param {object} request */
export async function question(request) {
  const ask = async () => (await post({ request })).answer
  // A question is asked again if it only failed because a reading was aborted.
  return ask().catch((error) => (error instanceof ReaderProblem ? Promise.reject(error) : ask()))
}
