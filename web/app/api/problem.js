import { strings } from '../strings.js'

/** The server answered, and said why it did not do what it was asked for (RFC 9457). */
export class Problem extends Error {
  /** @param {{type?: string, title?: string, status?: number, detail?: string, count?: number}} shape */
  constructor(shape) {
    super(shape.title ?? strings.problems.unknown)
    this.name = 'Problem'
    this.status = shape.status ?? 0
    /** A word that tells problems apart, such as `not-an-image`. */
    this.kind = (shape.type ?? '').split('/').pop() || 'unknown'
    this.detail = shape.detail
    /** How many things it is about, where that matters. */
    this.count = shape.count
  }

  /** @param {number} status @param {string} text the body of the answer, whatever it is */
  static from(status, text) {
    try {
      const shape = JSON.parse(text)
      if (typeof shape?.title === 'string') return new Problem({ ...shape, status })
    } catch {
      // A body that is no JSON says nothing that a person could use.
    }
    return new Problem({ status, type: `/status-${status}` })
  }

  /** What a person is told. */
  get sentence() {
    const said = strings.problems.of[this.kind]
    // That something did not make sense is no news where it is said what.
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

/** @param {unknown} error @returns {string} what a person is told about any error */
export function sentence(error) {
  if (error instanceof Problem || error instanceof Unreachable) return error.sentence
  return strings.problems.unknown
}

/** @param {unknown} error @returns {boolean} whether it only says that something was given up on purpose */
export function isAbort(error) {
  return error instanceof DOMException && error.name === 'AbortError'
}
