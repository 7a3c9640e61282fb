/**
 * Photos handed from one page to another, which treats them as if they had been added there.
 * @type {{page: string, files: File[]} | null}
 */
let handed = null

/** @param {'count' | 'rack' | 'shelf'} page @param {File[]} files */
export function handOver(page, files) {
  handed = { page, files }
}

/** Returns the photos handed to a page, only once. @param {string} page @returns {File[]} */
export function takeHanded(page) {
  const files = handed?.page === page ? handed.files : []
  handed = null
  return files
}
