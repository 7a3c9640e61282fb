import { api } from '../../api.js'

/** Bytes per request. The received bytes of a broken part are kept, so its size matters little. */
const PART = 4 << 20
/** Time without progress after which a request is abandoned, in milliseconds. */
const PATIENCE = 30_000
/** Maximum number of attempts for a file that makes no progress. */
const TRIES = 4

/** The file can no longer be read: it was changed, moved or deleted on this device. */
export class Unreadable extends Error {}

/**
 * Sends one file, or the part that the server lacks.
 *
 * @param {File} file @param {string} sum its SHA-256
 * @param {{signal: AbortSignal, onProgress: (fraction: number) => void}} options
 * @returns {Promise<{name: string, hasDate: boolean} | undefined>} its new place; undefined if it was already there
 * @throws {Unreadable | import('../../api.js').Problem | import('../../api.js').Unreachable | DOMException}
 */
export async function sendFile(file, sum, { signal, onProgress }) {
  const about = { name: file.name, size: file.size, modified: Math.round(file.lastModified) }
  for (let tries = 1; ; tries += 1) {
    const before = await api.gallery.uploads.begin(sum, about, { signal })
    try {
      return await sendRest(file, sum, before, { signal, onProgress })
    } catch (error) {
      // Another window is sending the same file, the server was restarted, or the data were damaged in transit.
      const isLost = ['wrong-offset', 'upload-gone', 'upload-damaged'].includes(error.kind)
      if (!isLost || tries === TRIES) throw error
    }
  }
}

async function sendRest(file, sum, state, { signal, onProgress }) {
  let { offset, file: place } = state
  while (offset < file.size) {
    const end = Math.min(offset + PART, file.size)
    const bytes = await file.slice(offset, end).arrayBuffer().catch(() => { throw new Unreadable() })
    const told = (fraction) => onProgress((offset + fraction * bytes.byteLength) / file.size)
    const answer = await api.gallery.uploads.append(sum, offset, bytes, { signal, patience: PATIENCE, onProgress: told })
    offset = answer.offset
    place = answer.file
  }
  return place
}
