/**
 * Returns access to a database of this browser, which is opened on first use.
 *
 * @param {string} name @param {string[]} tables each with values that have an `id`
 * @returns {<T>(table: string, mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T> | void) =>
 *   Promise<T>} runs work on a table; resolves when all of it is on disk
 */
export function openDatabase(name, tables) {
  let opened
  const database = () => {
    opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(name, 1)
      request.onupgradeneeded = () => { for (const table of tables) request.result.createObjectStore(table, { keyPath: 'id' }) }
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => {
        opened = undefined
        reject(request.error)
      }
    })
    return opened
  }
  return async (table, mode, work) => {
    const transaction = (await database()).transaction(table, mode)
    const request = work(transaction.objectStore(table))
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request?.result)
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? request?.error)
    })
  }
}
