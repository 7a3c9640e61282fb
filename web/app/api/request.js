import { outer } from '../base.js'
import { here } from '../device/here.js'
import { desk, mayAnswer } from '../device/place.js'
import { connection } from './connection.js'
import { isAbort, Problem, Unreachable } from './problem.js'

/** Browsers let at most 64 KiB of requests outlive their page. In characters, which may take several bytes each. */
const outliving = 20000
/** A request may hang for minutes if the server has left the network. In milliseconds. */
const patience = 20000

/**
 * Sends a request to the server, or to this device if it has the answer.
 *
 * @param {string} method
 * @param {string} path below `/api/v1`
 * @param {{json?: unknown, blob?: Blob, tag?: string, signal?: AbortSignal, onServer?: boolean}} [options] the body, as
 *   JSON or as is; the tag of the version that is known; a signal that aborts the request; and whether only the server
 *   has the answer
 * @returns {Promise<Response>} a successful response
 * @throws {Problem | Unreachable | DOMException} the last one if the signal aborted it
 */
export async function ask(method, path, options = {}) {
  const mayBeHere = () => !options.onServer && mayAnswer(path, options.json)
  if (mayBeHere()) return await askHere(method, path, options) ?? askServer(method, path, options)
  try {
    return await askServer(method, path, options)
  } catch (error) {
    // It was not known before that the server is out of reach.
    const isOurs = error instanceof Unreachable && mayBeHere()
    const answer = isOurs && await askHere(method, path, options)
    if (answer) return answer
    throw error
  }
}

/** Asks only the server. @param {string} method @param {string} path @returns {Promise<Response>} */
export async function askServer(method, path, { json, blob, tag, signal } = {}) {
  const answer = await send(method, path, blob ?? textOf(json), signal, tag && { 'If-None-Match': tag })
  connection.find()
  return worked(answer)
}

/** @returns {Promise<Response | undefined>} undefined if only the server has the answer */
async function askHere(method, path, options) {
  const hasServer = !here.isAlone && !connection.isLost
  const server = hasServer ? async (asked) => (await askServer('GET', asked, { signal: options.signal })).json() : null
  let answer
  try {
    answer = await (await desk()).answer(method, path, options, server)
  } catch (error) {
    // The server became unreachable during its part of the request.
    if (!(error instanceof Unreachable)) throw error
    answer = await (await desk()).answer(method, path, options, null)
  }
  options.signal?.throwIfAborted()
  return answer && worked(answer)
}

async function worked(answer) {
  if (answer.ok || answer.status === 304) return answer
  throw refusal(answer.status, await answer.text())
}

/** Returns why the server refused, and notifies the app if pairing is missing. @returns {Problem} */
export function refusal(status, text) {
  const problem = Problem.from(status, text)
  if (problem.kind === 'not-paired') dispatchEvent(new Event('espy-not-paired'))
  return problem
}

/** The same, for a JSON response. @returns {Promise<any>} */
export async function askJSON(method, path, options) {
  const answer = await ask(method, path, options)
  try {
    return await answer.json()
  } catch (error) {
    // The connection broke in the middle of the answer.
    throw isAbort(error) ? error : lost()
  }
}

const textOf = (json) => (json === undefined ? undefined : JSON.stringify(json))

/** @param {string | Blob | undefined} body @param {Record<string, string>} [headers] */
async function send(method, path, body, signal, headers) {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), patience)
  const giveUp = () => limit.abort()
  signal?.throwIfAborted()
  signal?.addEventListener('abort', giveUp)
  try {
    return await fetch(outer(`/api/v1${path}`), {
      method, signal: limit.signal, body, headers: typeof body === 'string' ? { ...headers, 'Content-Type': 'application/json' } : headers ?? {},
      // The user's changes are not lost with a page that is being closed.
      keepalive: method !== 'GET' && !(body instanceof Blob) && (body?.length ?? 0) < outliving,
    })
  } catch {
    signal?.throwIfAborted()
    throw lost()
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

function lost() {
  connection.lose()
  return new Unreachable()
}
