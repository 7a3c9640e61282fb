import { language } from '../language.js'

/** The texts of the page, which only it loads. `strings/en/trust.js` defines their structure. */
export const { trust } = await import(`../strings/${language}/trust.js`)
