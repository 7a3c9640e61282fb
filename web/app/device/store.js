import { openDatabase } from '../database.js'

/** Results, and their photos. */
const use = openDatabase('espy', ['entries', 'photos'])

/** The results made in this browser, and their photos. @typedef {'entries' | 'photos'} Table */
export const store = {
  /** @param {Table} table @param {string} id */
  get: (table, id) => use(table, 'readonly', (all) => all.get(id)),
  /** @param {Table} table @returns {Promise<object[]>} */
  all: (table) => use(table, 'readonly', (all) => all.getAll()),
  /** @param {Table} table */
  put: (table, value) => use(table, 'readwrite', (all) => all.put(value)),
  /** @param {Table} table @param {string} id */
  remove: (table, id) => use(table, 'readwrite', (all) => all.delete(id)),

  /**
   * Changes a value, unless another change came in between.
   *
   * @param {string} id @param {(value: object) => object | null} change null leaves it unchanged
   * @returns {Promise<object | undefined>} the value after that
   */
  async update(id, change) {
    let value
    await use('entries', 'readwrite', (all) => {
      const request = all.get(id)
      request.onsuccess = () => {
        value = request.result && (change(request.result) ?? request.result)
        if (value) all.put(value)
      }
    })
    return value
  },
}
