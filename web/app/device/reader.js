import { outer } from '../base.js'

/** The reason why a photo could not be read, or a question not answered: a code of `WebError`. */
export class ReaderProblem extends Error {
  /** @param {{code: string, detail: string}} problem */
  constructor({ code, detail }) {
    super(detail)
    Object.assign(this, { code, detail })
  }
}

/** A worker that reads photos of one kind; started on first use, and again after a reading was aborted. */
class Reader {
  #script
  /** @type {Worker | undefined} */
  #thread
  #last = 0
  /** Pending requests by number. @type {Map<number, {resolve: Function, reject: Function, tell?: Function}>} */
  #waiting = new Map()
  /** Photos are read one after the other: two at once would need twice the memory. */
  #turn = Promise.resolve()

  constructor(script) {
    this.#script = script
  }

  #started() {
    if (this.#thread) return this.#thread
    this.#thread = new Worker(outer(`/workers/${this.#script}.js`), { type: 'module' })
    this.#thread.addEventListener('message', ({ data: { id, stage, fraction, problem, ...answer } }) => {
      const one = this.#waiting.get(id)
      if (stage) return one?.tell?.({ stage, fraction })
      this.#waiting.delete(id)
      if (problem) one?.reject(new ReaderProblem(problem))
      else one?.resolve(answer)
    })
    // The worker's script could not be loaded.
    this.#thread.addEventListener('error', () => this.#end(new ReaderProblem({ code: 'unreachable', detail: 'no script' })))
    return this.#thread
  }

  /** Stops the worker, and rejects all pending requests. */
  #end(error) {
    this.#thread?.terminate()
    this.#thread = undefined
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }

  post(message, tell) {
    const id = (this.#last += 1)
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, tell })
      this.#started().postMessage({ id, ...message }, message.photo instanceof ImageBitmap ? [message.photo] : [])
    })
  }

  read(photo, request, { tell, signal }) {
    const result = this.#turn.then(() => {
      signal.throwIfAborted()
      const giveUp = () => this.#end(signal.reason)
      signal.addEventListener('abort', giveUp, { once: true })
      return this.post({ photo, request }, tell).finally(() => signal.removeEventListener('abort', giveUp))
    })
    this.#turn = result.catch(() => {})
    return result
  }
}

const readers = { rack: new Reader('rack'), count: new Reader('count'), shelf: new Reader('shelf') }

/**
 * Reads a photo.
 *
 * @param {'rack' | 'count' | 'shelf'} kind of shelves, only frames are read
 * @param {Blob | ImageBitmap} photo a bitmap is a camera frame, which is transferred and gets no thumbnail
 * @param {{file: string, options: object, groups?: number[]} | {stream: number, time: number}} request
 * @param {{tell: (step: {stage: string, fraction: number}) => void, signal: AbortSignal}} options
 * @returns {Promise<{answer: object, thumbnail: string}>}
 */
export const read = (kind, photo, request, options) => readers[kind].read(photo, request, options)

/** Answers a question of `RackQuestion` or `CountQuestion`. @param {'rack' | 'count'} kind @param {object} request */
export async function question(kind, request) {
  const ask = async () => (await readers[kind].post({ request })).answer
  // A question is asked again if it only failed because a reading was aborted.
  return ask().catch((error) => (error instanceof ReaderProblem ? Promise.reject(error) : ask()))
}
