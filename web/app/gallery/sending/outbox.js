import { openDatabase } from '../../database.js'

const use = openDatabase('espy-outbox', ['files'])
/** Set in local storage while anything waits, so that the database need not be opened to find out. */
const mark = 'espy.outbox'
/** Sorts after all files. */
const tallyId = '~tally'

/** Files waiting to be sent. They stay in this browser until they are sent, even if the page is closed. */
export const outbox = {
  /** @returns {boolean} */
  get isEmpty() {
    return localStorage.getItem(mark) === null
  },

  /**
   * Returns the waiting files, in order, and the tally of the batch that they belong to.
   *
   * @returns {Promise<{items: {id: string, file: File}[], tally?: object}>}
   */
  async all() {
    const kept = await use('files', 'readonly', (files) => files.getAll())
    return { items: kept.filter(({ id }) => id !== tallyId), tally: kept.find(({ id }) => id === tallyId)?.tally }
  },

  /** @param {{id: string, file: File}} item */
  async put(item) {
    localStorage.setItem(mark, 'waits')
    await use('files', 'readwrite', (files) => files.put(item))
  },

  /** Removes a file and updates the tally in one transaction. @param {string} id @param {object} tally */
  finish: (id, tally) => use('files', 'readwrite', (files) => {
    files.delete(id)
    files.put({ id: tallyId, tally })
  }),

  async clear() {
    localStorage.removeItem(mark)
    await use('files', 'readwrite', (files) => files.clear())
  },
}
