import { outer } from '../base.js'
import { desk, staysHere } from '../device/place.js'
import { connection } from './connection.js'
import { Problem, Unreachable } from './problem.js'
import { refusal } from './request.js'

/**
 * Sends a photo, or keeps it on this device where that is to read it.
 *
 * @param {Blob} photo @param {{page?: string, name?: string}} options `page` is the one that it is for
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
 * Sends a photo to the server. `fetch` does not tell how much of a body has gone, so this is done the older way.
 *
 * @param {Blob} photo
 * @param {{path?: string, name?: string, onProgress?: (fraction: number) => void, signal?: AbortSignal}} [options]
 * @returns {Promise<{id: string, name: string, width: number, height: number, bytes: number, type: string}>}
 * @throws {Problem | Unreachable | DOMException}
 */
export function uploadPhoto(photo, { path = '/photos', name = photo.name ?? 'photo.jpg', onProgress, signal } = {}) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open('POST', outer(`/api/v1${path}?name=${encodeURIComponent(name)}`))
    // What it holds counts, and not what it is called.
    request.setRequestHeader('Content-Type', photo.type.startsWith('image/') ? photo.type : 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onload = () => settle(request, resolve, reject)
    request.onerror = () => {
      connection.lose()
      reject(new Unreachable())
    }
    request.onabort = () => reject(new DOMException('The upload was given up.', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(photo)
  })
}

function settle(request, resolve, reject) {
  connection.find()
  if (request.status === 201) resolve(JSON.parse(request.responseText))
  else reject(refusal(request.status, request.responseText))
}
