import { locale } from '../language.js'

/** Extensions of photos. Some browsers report no type for HEIC, so the name counts too. */
const names = /\.(jpe?g|png|webp|heic|heif|avif|bmp|gif|tiff?|dng)$/i
const videos = /\.(mov|mp4|m4v|3gp)$/i

/**
 * Returns the photos among dropped or pasted items, including those in dropped folders.
 * @param {DataTransfer | null} transfer becomes empty as soon as its event is over
 * @param {{videos?: boolean}} [options] whether videos are accepted, too
 * @returns {Promise<File[]>}
 */
export async function photosIn(transfer, options = {}) {
  const files = [...(transfer?.files ?? [])]
  const entries = [...(transfer?.items ?? [])].map((item) => item.webkitGetAsEntry?.()).filter(Boolean)
  const all = entries.some(({ isDirectory }) => isDirectory) ? await filesOf(entries) : files
  const isVideo = ({ type, name }) => type.startsWith('video/') || videos.test(name)
  return all.filter((file) => file.type.startsWith('image/') || names.test(file.name) || options.videos && isVideo(file))
}

/** Returns all files below, folder by folder, sorted by name. @param {FileSystemEntry[]} entries */
async function filesOf(entries) {
  const files = []
  for (const entry of entries) {
    if (entry.isDirectory) files.push(...await filesOf(await entriesOf(entry)))
    else files.push(await new Promise((resolve, reject) => { entry.file(resolve, reject) }))
  }
  return files
}

/** Browsers return a hundred entries at a time. @param {FileSystemDirectoryEntry} folder */
async function entriesOf(folder) {
  const reader = folder.createReader()
  const entries = []
  for (;;) {
    const some = await new Promise((resolve, reject) => { reader.readEntries(resolve, reject) })
    if (some.length === 0) return entries.sort((one, other) => one.name.localeCompare(other.name, locale, { numeric: true }))
    entries.push(...some)
  }
}

/** Whether a file is being dragged over the page. */
export function hasFiles(transfer) {
  return [...(transfer?.types ?? [])].includes('Files')
}
