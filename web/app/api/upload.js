import { outer } from '../base.js'
import { connection } from './connection.js'
import { Problem, Unreachable } from './problem.js'
import { refusal } from './request.js'

/**
 * Sends a photo. `fetch` does not tell how much of a body has gone, so this is done the older way.
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
