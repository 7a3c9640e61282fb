/** Separates the name of the photo from the name of the things in the title of an entry: `tray.jpg · tarts`. */
const BETWEEN = ' · '

/** Whether the user has named the things counted. @param {{kind: string, title: string}} entry */
export const isNamed = ({ kind, title }) => kind === 'count' && title.includes(BETWEEN)

/** Returns the name of the things. @param {string} title of an entry that is named */
export const nameIn = (title) => title.slice(title.lastIndexOf(BETWEEN) + BETWEEN.length)

/** Returns the title with another name for the things. @param {string} title @param {string} name */
export function titleWith(title, name) {
  const end = title.lastIndexOf(BETWEEN)
  return `${end < 0 ? title : title.slice(0, end)}${BETWEEN}${name.replaceAll(BETWEEN, ' ')}`
}

/** Whether an entry is of a photo of this name. @param {{title: string}} entry @param {string} photo */
export const isOfPhoto = ({ title }, photo) => title === photo || title.startsWith(`${photo}${BETWEEN}`)

/** File extension, which is not part of a photo's name. */
const ENDING = /\.\w{2,5}$/

/** Returns the name of the photo. @param {string} title of an entry */
export const photoName = (title) => title.split(BETWEEN)[0].replace(ENDING, '')
