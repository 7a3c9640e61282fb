import { language } from '../language.js'

/** The texts that only few pages of the gallery need, and only these load. `strings/en/library.js` defines their structure. */
export const { indexing, map, problems, reasons, teach } = await import(`../strings/${language}/library.js`)
