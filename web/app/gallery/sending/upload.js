import { api } from '../../api.js'

/** Bytes that are sent at once. What has come of a part that breaks stays, so its size matters little. */
const PART = 4 << 20
/** So long, in milliseconds, nothing may go. */
const PATIENCE = 30_000
/** So often a file is begun again that does not get on. */
const TRIES = 4

/** The file cannot be read any more: it was changed, moved or deleted on this device. */
export class Unreadable extends Error {}

/**
 * Sends one file, or what the server does not have of it yet.
 *
 * @param {File} file @param {string} sum its SHA-256
 * @param {{signal: AbortSignal, onProgress: (fraction: number) => void}} options
 * @returns {Promise<{name: string, hasDate: boolean} | undefined>} where it is now; undefined where it was there before
 * @throws {Unreadable | import('../../api.js').Problem | import('../../api.js').Unreachable | DOMException}
 */
export async function sendFile(file, sum, { signal, onProgress }) {
  const about = { name: file.name, size: file.size, modified: Math.round(file.lastModified) }
  for (let tries = 1; ; tries += 1) {
    const before = await api.gallery.uploads.begin(sum, about, { signal })
    try {
      return await sendRest(file, sum, before, { signal, onProgress })
    } catch (error) {
      // Another window sends the same, the server was started anew, or what came is not what was sent.
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
