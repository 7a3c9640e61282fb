/** What a browser may call a photo; some call HEIC nothing at all, so the name counts too. */
const names = /\.(jpe?g|png|webp|heic|heif|avif|bmp|gif|tiff?)$/i

/**
 * The photos among what was dropped or pasted.
 * @param {DataTransfer | null} transfer
 * @returns {File[]}
 */
export function photosIn(transfer) {
  const files = [...(transfer?.files ?? [])]
  return files.filter(({ type, name }) => type.startsWith('image/') || names.test(name))
}

/** Whether what is dragged over the page is a file. */
export function hasFiles(transfer) {
  return [...(transfer?.types ?? [])].includes('Files')
}
