import { outer } from '../base.js'
import { ask, askJSON } from './request.js'

const query = (values) => {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}
const entry = (id) => `/history/${encodeURIComponent(id)}`

/** The books in all photos of shelves, the lists that they are checked against, and inventories. */
export const books = {
  /** @param {{q?: string, place?: string, status?: string, offset?: number, limit?: number}} which */
  find: (which, options) => askJSON('GET', `/books${query(which)}`, options),
  get: (id, options) => askJSON('GET', `/books/${encodeURIComponent(id)}`, options),
  /** @param {{q?: string, place?: string, status?: string, form?: string}} which */
  tableURL: (which) => outer(`/api/v1/books.csv${query(which)}`),
  /**
   * Sets whether two sightings are the same book; null clears that.
   *
   * @param {[string, string]} two @param {boolean | null} same
   */
  say: (two, same) => askJSON('PUT', '/same-books', { json: { books: two, same } }),
  places: async (options) => (await askJSON('GET', '/places', options)).places,

  lists: async (options) => (await askJSON('GET', '/book-lists', options)).lists,
  /** @param {File} file CSV */
  keepList: (file, options) => (
    askJSON('POST', `/book-lists${query({ name: file.name.replace(/\.(csv|tsv|txt|xlsx)$/i, '') })}`, { ...options, blob: file })),
  removeList: (id) => ask('DELETE', `/book-lists/${encodeURIComponent(id)}`),

  /** @param {string} id of an entry @param {{list: string, order?: string, scope?: string}} how */
  inventory: (id, how, options) => askJSON('GET', `${entry(id)}/inventory${query(how)}`, options),
  inventoryURL: (id, ending, how) => outer(`/api/v1${entry(id)}/inventory.${ending}${query(how)}`),
  /** @param {string} id of an entry @param {{form: string, list?: string}} how */
  entryTableURL: (id, how) => outer(`/api/v1${entry(id)}/books.csv${query(how)}`),
}
