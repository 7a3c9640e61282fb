/**
 * Photos on their way from one page to another, which takes them as if they had been given to it.
 * @type {{page: string, files: File[]} | null}
 */
let handed = null

/** @param {'count' | 'rack' | 'shelf'} page @param {File[]} files */
export function handOver(page, files) {
  handed = { page, files }
}

/** What was handed to a page; the second time nothing is. @param {string} page @returns {File[]} */
export function takeHanded(page) {
  const files = handed?.page === page ? handed.files : []
  handed = null
  return files
}
