import { openDatabase } from '../database.js'

/** Results of boxes, and photos. */
const use = openDatabase('espy', ['entries', 'photos'])

/** What this browser keeps of boxes that were read in it. @typedef {'entries' | 'photos'} Table */
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
   * Changes what is there, unless something came between.
   *
   * @param {string} id @param {(value: object) => object | null} change null leaves it as it is
   * @returns {Promise<object | undefined>} how it is then
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
