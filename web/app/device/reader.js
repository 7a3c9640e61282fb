import { outer } from '../base.js'

/** The thread that reads; started when it is first needed, and anew after a reading was given up. @type {Worker | undefined} */
let thread
let last = 0
/** What is waited for, by number. @type {Map<number, {resolve: Function, reject: Function, tell?: Function}>} */
const waiting = new Map()

/** Why a box could not be read, or a question not be answered: a code, as `WebError` has them. */
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
  // Its script could not be had.
  thread.addEventListener('error', () => end(new ReaderProblem({ code: 'unreachable', detail: 'no script' })))
  return thread
}

/** Ends the thread, and all that it was to do. */
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
 * @param {Blob | ImageBitmap} photo the second is of a camera, and handed over; of it there is no thumbnail
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
  // That a reading was given up is no reason to leave a question without its answer.
  return ask().catch((error) => (error instanceof ReaderProblem ? Promise.reject(error) : ask()))
}
