import { strings } from '../strings.js'

/** An error response of the server, with its reason (RFC 9457). */
export class Problem extends Error {
  /** @param {{type?: string, title?: string, status?: number, detail?: string, count?: number}} shape */
  constructor(shape) {
    super(shape.title ?? strings.problems.unknown)
    this.name = 'Problem'
    this.status = shape.status ?? 0
    /** The kind of problem, such as `not-an-image`. */
    this.kind = (shape.type ?? '').split('/').pop() || 'unknown'
    this.detail = shape.detail
    /** The number of things concerned, if that matters. */
    this.count = shape.count
  }

  /** @param {number} status @param {string} text the body of the response, in any format */
  static from(status, text) {
    try {
      const shape = JSON.parse(text)
      if (typeof shape?.title === 'string') return new Problem({ ...shape, status })
    } catch {
      // A body that is not JSON has nothing useful for the user.
    }
    return new Problem({ status, type: `/status-${status}` })
  }

  /** The message for the user. */
  get sentence() {
    const said = strings.problems.of[this.kind]
    // “Invalid values” adds nothing if the detail says which.
    const parts = this.kind === 'unprocessable' && this.detail ? [this.detail] : [this.message, this.detail]
    return said ?? parts.filter(Boolean).map(asSentence).join(' ')
  }
}

/** @param {string} text */
const asSentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`

/** The server did not answer at all. */
export class Unreachable extends Error {
  constructor() {
    super(strings.problems.unreachable)
    this.name = 'Unreachable'
  }

  get sentence() {
    return this.message
  }
}

/** @param {unknown} error @returns {string} the message for the user about any error */
export function sentence(error) {
  if (error instanceof Problem || error instanceof Unreachable) return error.sentence
  return strings.problems.unknown
}

/** @param {unknown} error @returns {boolean} whether it only means that something was canceled on purpose */
export function isAbort(error) {
  return error instanceof DOMException && error.name === 'AbortError'
}
