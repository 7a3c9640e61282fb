/** Between what a photo is called and what is counted in it, in the title of an entry: `tray.jpg · tarts`. */
const BETWEEN = ' · '

/** Whether a person has said what was counted. @param {{kind: string, title: string}} entry */
export const isNamed = ({ kind, title }) => kind === 'count' && title.includes(BETWEEN)

/** What the things are called. @param {string} title of an entry that is named */
export const nameIn = (title) => title.slice(title.lastIndexOf(BETWEEN) + BETWEEN.length)

/** The title with another name for the things. @param {string} title @param {string} name */
export function titleWith(title, name) {
  const end = title.lastIndexOf(BETWEEN)
  return `${end < 0 ? title : title.slice(0, end)}${BETWEEN}${name.replaceAll(BETWEEN, ' ')}`
}

/** Of a file: what a photo is called does without. */
const ENDING = /\.\w{2,5}$/

/** What the photo is called. @param {string} title of an entry */
export const photoName = (title) => title.split(BETWEEN)[0].replace(ENDING, '')
