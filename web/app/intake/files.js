import { locale } from '../language.js'

/** What a browser may call a photo; some call HEIC nothing at all, so the name counts too. */
const names = /\.(jpe?g|png|webp|heic|heif|avif|bmp|gif|tiff?|dng)$/i
const films = /\.(mov|mp4|m4v|3gp)$/i

/**
 * The photos among what was dropped or pasted, and in folders that were dropped.
 * @param {DataTransfer | null} transfer it is empty as soon as its event is over
 * @param {{films?: boolean}} [options] whether films are wanted, too
 * @returns {Promise<File[]>}
 */
export async function photosIn(transfer, options = {}) {
  const files = [...(transfer?.files ?? [])]
  const entries = [...(transfer?.items ?? [])].map((item) => item.webkitGetAsEntry?.()).filter(Boolean)
  const all = entries.some(({ isDirectory }) => isDirectory) ? await filesOf(entries) : files
  const isFilm = ({ type, name }) => type.startsWith('video/') || films.test(name)
  return all.filter((file) => file.type.startsWith('image/') || names.test(file.name) || options.films && isFilm(file))
}

/** All files below, folder by folder, in the order of their names. @param {FileSystemEntry[]} entries */
async function filesOf(entries) {
  const files = []
  for (const entry of entries) {
    if (entry.isDirectory) files.push(...await filesOf(await entriesOf(entry)))
    else files.push(await new Promise((resolve, reject) => { entry.file(resolve, reject) }))
  }
  return files
}

/** They come a hundred at a time. @param {FileSystemDirectoryEntry} folder */
async function entriesOf(folder) {
  const reader = folder.createReader()
  const entries = []
  for (;;) {
    const some = await new Promise((resolve, reject) => { reader.readEntries(resolve, reject) })
    if (some.length === 0) return entries.sort((one, other) => one.name.localeCompare(other.name, locale, { numeric: true }))
    entries.push(...some)
  }
}

/** Whether what is dragged over the page is a file. */
export function hasFiles(transfer) {
  return [...(transfer?.types ?? [])].includes('Files')
}
