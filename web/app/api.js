import { books } from './api/books.js'
import { connection } from './api/connection.js'
import { gallery } from './api/gallery.js'
import { followJob } from './api/jobs.js'
import { isAbort, Problem, sentence, Unreachable } from './api/problem.js'
import { outer } from './base.js'
import { ask, askJSON } from './api/request.js'
import { takePhoto } from './api/upload.js'
import { author } from './author.js'
import { isOfDevice } from './device/here.js'
import { desk } from './device/place.js'

/** Fires `history`, with the server's answer, when this page has changed the history. */
const changes = new EventTarget()

/** @template T @param {Promise<T>} work @returns {Promise<T>} */
async function changing(work) {
  const value = await work
  changes.dispatchEvent(new CustomEvent('history', { detail: value }))
  return value
}

/** @param {string} id */
const path = (id) => `/history/${encodeURIComponent(id)}`

const query = (values) => {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}

/** All requests to the server, or to this device in its place. Calls that can be aborted take `{signal}` last. */
export const api = {
  connection, changes, Problem, Unreachable, sentence, isAbort,

  health: (options) => askJSON('GET', '/health', options),
  about: (options) => askJSON('GET', '/about', options),

  /** Returns a sample photo for a job. @param {'count' | 'rack' | 'shelf'} job @returns {Promise<File>} */
  async sample(job, options) {
    const response = await fetch(outer(`/samples/${job}.jpg`), options).catch((error) => { throw isAbort(error) ? error : new Unreachable() })
    if (!response.ok) throw new Problem({ status: response.status })
    return new File([await response.blob()], `sample-${job}.jpg`, { type: 'image/jpeg' })
  },

  photos: {
    upload: takePhoto,
    remove: (id) => ask('DELETE', `/photos/${id}`),
    url: (id) => outer(`/api/v1/photos/${id}`),
    /**
     * @param {string} id @param {number} [side] maximum length of the longer side, in pixels @returns {Promise<string>}
     */
    viewURL: async (id, side = 2048) => (
      isOfDevice(id) ? (await desk()).addressOf(id) : outer(`/api/v1/photos/${id}/view?side=${side}`)),
  },

  /** @param {{photo: string, options?: object, replaces?: string, keep?: boolean}} order */
  startCount: (order, options) => askJSON('POST', '/counts', { ...options, json: order }),
  /** @param {{photo: string, options?: object, replaces?: string, keep?: boolean}} order */
  startRack: (order, options) => askJSON('POST', '/racks', { ...options, json: order }),
  /** Returns the containers by name. @returns {Promise<{containers: object[]}>} */
  containers: (options) => askJSON('GET', '/racks/containers', options),
  /** @param {{photo: string, options?: object, replaces?: string, keep?: boolean, place?: string, list?: string}} order */
  startShelf: (order, options) => askJSON('POST', '/shelves', { ...options, json: order }),
  followJob: (job, options) => changing(followJob(job, options)),

  /** The live camera on a shelf, picture by picture: a book keeps its number. */
  shelfStreams: {
    /** @param {{text?: boolean}} [wishes] */
    open: (wishes = { text: true }, options) => askJSON('POST', '/shelf-streams', { ...options, json: wishes }),
    /**
     * @param {string} id @param {Blob} frame a JPEG @param {number} time in seconds since the first frame of the stream
     */
    look: (id, frame, time, options) => (
      askJSON('POST', `/shelf-streams/${encodeURIComponent(id)}/frames?time=${time.toFixed(3)}`, { ...options, blob: frame })),
    close: (id) => ask('DELETE', `/shelf-streams/${encodeURIComponent(id)}`),
  },

  history: {
    /** @param {{kind?: string, limit?: number, cursor?: string}} which */
    list: (which = {}, options) => askJSON('GET', `/history${query(which)}`, options),
    get: (id, options) => askJSON('GET', path(id), options),
    /** @param {string} id @param {string} [tag] of the known version @returns {Promise<{record: object, tag: string | null} | null>} null if it is the same */
    async changed(id, tag, options) {
      const answer = await ask('GET', path(id), { ...options, tag, onServer: true })
      return answer.status === 304 ? null : { record: await answer.json(), tag: answer.headers.get('ETag') }
    },
    /** @param {string} id @param {{favorite?: boolean, note?: string, title?: string, place?: string | null, corrections?: object}} change */
    change: (id, change, options) => changing(askJSON('PATCH', path(id), { ...options, json: author.signed(change) })),
    remove: (id) => changing(ask('DELETE', path(id))),
    restore: (id) => changing(askJSON('POST', `${path(id)}/restore`)),
    /** @param {{kind?: string, keepFavorites?: boolean}} which */
    clear: (which) => changing(askJSON('DELETE', `/history${query({ confirm: 'all', ...which })}`)),
    /** Returns the storage used by the photos of results. @returns {Promise<{photos: number, bytes: number}>} */
    photoRoom: (options) => askJSON('GET', '/history/photos', options),
    forgetPhotos: () => changing(askJSON('DELETE', '/history/photos')),
    /** @param {string} id @param {'csv' | 'json'} format */
    exportURL: (id, format) => outer(`/api/v1${path(id)}/export.${format}`),
    /** A box in another system's format. @param {'csv' | 'xlsx'} format @param {Record<string, string>} form */
    tableURL: (id, format, form) => outer(`/api/v1${path(id)}/table.${format}${query(form)}`),
    /** The audit trail. */
    auditURL: (id) => outer(`/api/v1${path(id)}/audit.csv`),
    /**
     * Compares a box with a reference.
     *
     * @param {string} id
     * @param {{with: string} | {list: File}} reference `last`, a box code or an entry; or a list of wells and codes
     * @param {{format?: 'json' | 'csv' | 'jpg'}} [options]
     * @returns {Promise<Response>}
     */
    compare: (id, reference, { format = 'json', ...options } = {}) => (reference.list
      ? ask('POST', `${path(id)}/comparison${query({ name: reference.list.name, format })}`, { ...options, blob: reference.list })
      : ask('GET', `${path(id)}/comparison${query({ with: reference.with, format })}`, options)),
    /** @param {string} id @param {'coco' | 'yolo' | 'labelme' | 'imagej'} format @returns {Promise<Blob>} */
    marked: async (id, format, options) => (await ask('GET', `${path(id)}/marks/${format}`, options)).blob(),
    /** @param {string} id @param {'csv' | 'json'} format @returns {Promise<Blob>} */
    exported: async (id, format, options) => (await ask('GET', `${path(id)}/export.${format}`, options)).blob(),
    annotatedURL: (id) => outer(`/api/v1${path(id)}/annotated.jpg`),
    /** @returns {Promise<Blob>} */
    annotated: async (id, look = 'numbers', options) => (
      await ask('GET', `${path(id)}/annotated.jpg?look=${look}`, options)).blob(),
  },

  books,

  gallery: { ...gallery, followJob },

  settings: {
    get: (options) => askJSON('GET', '/settings', options),
    /**
     * @param {Record<string, string>} values @param {number} [deleting] number of results that may be deleted for it
     */
    change: (values, deleting) => askJSON('PATCH', `/settings${query({ deleting })}`, { json: values }),
    reset: (deleting) => askJSON('DELETE', `/settings${query({ deleting })}`),
  },

  pairing: {
    get: (options) => askJSON('GET', '/pairing', options),
    /** @param {string} code @param {string} [name] */
    pair: (code, name) => askJSON('POST', '/pairing', { json: { code, name } }),
  },

  devices: {
    list: (options) => askJSON('GET', '/devices', options),
    revoke: (id) => ask('DELETE', `/devices/${id}`),
  },
}
