import { ReaderProblem } from './reader.js'

/** Responses in the format of a server. */

/** @param {unknown} value */
export const json = (value, status = 200) => Response.json(value, { status })

/** @param {string} text @param {string} type @param {string} name */
export const file = (text, type, name) => (
  new Response(text, { headers: { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` } }))

/** The reason why a request is refused, as in RFC 9457. */
export class Refusal extends Error {
  /** @param {number} status @param {string} kind @param {string} [detail] */
  constructor(status, kind, detail) {
    super(kind)
    Object.assign(this, { status, kind, detail })
  }

  get shape() {
    const { status, kind, detail } = this
    return { type: `/here/${kind}`, title: '', status, detail }
  }
}

export const notFound = () => new Refusal(404, 'not-found')
/** The refusal of requests that only a server handles. */
export const needsServer = () => new Refusal(501, 'needs-server')

const kinds = {
  notAnImage: [415, 'not-an-image-here'], tooLarge: [413, 'too-large-here'], unreachable: [503, 'reader-gone'], badRequest: [422, 'unprocessable'],
}

/** @param {unknown} error @returns {Refusal} */
export function refusal(error) {
  if (error instanceof Refusal) return error
  if (error instanceof ReaderProblem) {
    const [status, kind] = kinds[error.code] ?? [500, 'internal-error']
    return new Refusal(status, kind, kind === 'unprocessable' ? error.detail : undefined)
  }
  if (error?.name === 'QuotaExceededError') return new Refusal(507, 'no-room-here')
  throw error
}
