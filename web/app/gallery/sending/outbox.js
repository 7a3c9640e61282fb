import { openDatabase } from '../../database.js'

const use = openDatabase('espy-outbox', ['files'])
/** Says without opening the database whether anything waits. */
const mark = 'espy.outbox'
/** Behind all files. */
const tallyId = '~tally'

/** Files that wait to be sent. They stay in this browser until they are, also when the page is closed. */
export const outbox = {
  /** @returns {boolean} */
  get isEmpty() {
    return localStorage.getItem(mark) === null
  },

  /**
   * What waits, in its order, and what has become of those that came together with it.
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

  /** One has been dealt with: at once no longer waits and is in the tally. @param {string} id @param {object} tally */
  finish: (id, tally) => use('files', 'readwrite', (files) => {
    files.delete(id)
    files.put({ id: tallyId, tally })
  }),

  async clear() {
    localStorage.removeItem(mark)
    await use('files', 'readwrite', (files) => files.clear())
  },
}
