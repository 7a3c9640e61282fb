import { language } from '../../language.js'

/** The texts of the pages of people, which only these pages load. `strings/en/people.js` defines their structure. */
export const { people } = await import(`../../strings/${language}/people.js`)
