/**
 * A database of this browser, opened when it is first needed.
 *
 * @param {string} name @param {string[]} tables each with values that have an `id`
 * @returns {<T>(table: string, mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T> | void) => Promise<T>}
 *   works on a table; done when all of it is on the disk
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
