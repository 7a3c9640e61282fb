import { outer } from '../base.js'
import { here } from '../device/here.js'
import { desk, mayAnswer } from '../device/place.js'
import { connection } from './connection.js'
import { isAbort, Problem, Unreachable } from './problem.js'

/** Browsers let at most 64 KiB of requests outlive their page. In characters, of which each may be several bytes. */
const outliving = 20000
/** A server that is gone from the network may leave a request hanging for minutes. In milliseconds. */
const patience = 20000

/**
 * Asks the server for something, or this device where the answer is here.
 *
 * @param {string} method
 * @param {string} path below `/api/v1`
 * @param {{json?: unknown, blob?: Blob, signal?: AbortSignal, onServer?: boolean}} [options] what to send, as JSON or as it is;
 *   what gives the request up; and whether only the server knows the answer
 * @returns {Promise<Response>} an answer that says it worked
 * @throws {Problem | Unreachable | DOMException} the last one when the signal gave it up
 */
export async function ask(method, path, options = {}) {
  const mayBeHere = () => !options.onServer && mayAnswer(path, options.json)
  if (mayBeHere()) return await askHere(method, path, options) ?? askServer(method, path, options)
  try {
    return await askServer(method, path, options)
  } catch (error) {
    // Nobody knew before that no server is in reach.
    const isOurs = error instanceof Unreachable && mayBeHere()
    const answer = isOurs && await askHere(method, path, options)
    if (answer) return answer
    throw error
  }
}

/** Asks the server, and nobody else. @param {string} method @param {string} path @returns {Promise<Response>} */
export async function askServer(method, path, { json, blob, signal } = {}) {
  const answer = await send(method, path, blob ?? textOf(json), signal)
  connection.find()
  return worked(answer)
}

/** @returns {Promise<Response | undefined>} undefined for what only the server knows */
async function askHere(method, path, options) {
  const hasServer = !here.isAlone && !connection.isLost
  const server = hasServer ? async (asked) => (await askServer('GET', asked, { signal: options.signal })).json() : null
  let answer
  try {
    answer = await (await desk()).answer(method, path, options, server)
  } catch (error) {
    // The server went away while it was asked for its part.
    if (!(error instanceof Unreachable)) throw error
    answer = await (await desk()).answer(method, path, options, null)
  }
  options.signal?.throwIfAborted()
  return answer && worked(answer)
}

async function worked(answer) {
  if (answer.ok) return answer
  throw refusal(answer.status, await answer.text())
}

/** Why the server refused; the app is told where that is for want of pairing. @returns {Problem} */
export function refusal(status, text) {
  const problem = Problem.from(status, text)
  if (problem.kind === 'not-paired') dispatchEvent(new Event('espy-not-paired'))
  return problem
}

/** The same, for an answer in JSON. @returns {Promise<any>} */
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

/** @param {string | Blob | undefined} body */
async function send(method, path, body, signal) {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), patience)
  const giveUp = () => limit.abort()
  signal?.throwIfAborted()
  signal?.addEventListener('abort', giveUp)
  try {
    return await fetch(outer(`/api/v1${path}`), {
      method, signal: limit.signal, body, headers: typeof body === 'string' ? { 'Content-Type': 'application/json' } : {},
      // What a person has changed is not lost with the page that is being closed.
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
