import { outer } from '../base.js'
import { desk, staysHere } from '../device/place.js'
import { connection } from './connection.js'
import { Problem, Unreachable } from './problem.js'
import { refusal } from './request.js'

/**
 * Sends a photo, or stores it on this device if it is read here.
 *
 * @param {Blob} photo @param {{page?: string, name?: string}} options `page` is the page that will use it
 * @throws {Problem | Unreachable | DOMException}
 */
export async function takePhoto(photo, { page, ...options }) {
  const here = async () => {
    try {
      return await (await desk()).take(photo, options.name ?? photo.name ?? 'photo.jpg')
    } catch (error) {
      throw error.shape ? new Problem(error.shape) : error
    }
  }
  if (staysHere(page)) return here()
  try {
    return await uploadPhoto(photo, options)
  } catch (error) {
    if (error instanceof Unreachable && staysHere(page)) return here()
    throw error
  }
}

/**
 * Sends a photo to the server.
 *
 * @param {Blob} photo
 * @param {{name?: string, onProgress?: (fraction: number) => void, signal?: AbortSignal}} [options]
 * @returns {Promise<{id: string, name: string, width: number, height: number, bytes: number, type: string}>}
 * @throws {Problem | Unreachable | DOMException}
 */
export function uploadPhoto(photo, { name = photo.name ?? 'photo.jpg', ...options } = {}) {
  // The content decides, not the file name.
  const type = photo.type.startsWith('image/') ? photo.type : undefined
  return sendBytes('POST', `/photos?name=${encodeURIComponent(name)}`, photo, { ...options, type })
}

/**
 * Sends bytes. `fetch` does not report upload progress, so this uses XMLHttpRequest.
 *
 * @param {string} method @param {string} path below `/api/v1` @param {Blob | ArrayBuffer} bytes
 * @param {{type?: string, onProgress?: (fraction: number) => void, signal?: AbortSignal, patience?: number}} [options]
 *   `patience`: abandons the upload if nothing has been sent for this long, in milliseconds
 * @returns {Promise<any>} the response
 * @throws {Problem | Unreachable | DOMException}
 */
export function sendBytes(method, path, bytes, { type = 'application/octet-stream', onProgress, signal, patience } = {}) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    const giveUp = () => request.abort()
    const fail = () => {
      connection.lose()
      reject(new Unreachable())
    }
    let timer
    const wait = () => {
      clearTimeout(timer)
      if (patience) timer = setTimeout(giveUp, patience)
    }
    request.open(method, outer(`/api/v1${path}`))
    request.setRequestHeader('Content-Type', type)
    request.upload.onprogress = ({ loaded, total }) => {
      wait()
      onProgress?.(total > 0 ? loaded / total : 0)
    }
    request.onload = () => settle(request, resolve, reject)
    request.onerror = fail
    request.onabort = () => (signal?.aborted ? reject(new DOMException('The upload was given up.', 'AbortError')) : fail())
    request.onloadend = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    }
    signal?.addEventListener('abort', giveUp)
    wait()
    request.send(bytes)
  })
}

function settle(request, resolve, reject) {
  connection.find()
  if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText))
  else reject(refusal(request.status, request.responseText))
}
