import { outer } from './base.js'

/** @typedef {Node | string | number | false | null | undefined | Child[]} Child */

/** Attributes set as properties of the element, because the attribute means something else or nothing. */
const properties = new Set(['value', 'checked', 'indeterminate', 'srcObject', 'scrollTop'])

/** Attributes that contain a path of the app. */
const addresses = new Set(['href', 'src'])

/**
 * Creates an element.
 *
 * Attributes that are null, undefined or false are left out, and true ones are empty. `onclick` and the like take a
 * function; `style` and `dataset` take an object. Styles are set through the object model, which the content security
 * policy allows, unlike the attribute.
 *
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children)
}

/**
 * Creates an SVG element, like {@link h}.
 *
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children)
}

/**
 * Returns an ID that no other element of the page has, to connect labels and descriptions to their elements.
 *
 * @param {string} name
 */
export function uniqueId(name) {
  lastId += 1
  return `${name}-${lastId}`
}

let lastId = 0

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) set(element, name, value)
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false))
  return element
}

function set(element, name, value) {
  if (value === null || value === undefined) return
  if (properties.has(name)) element[name] = value
  else if (value === false) return
  else if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
  else if (name === 'style' || name === 'dataset') assign(element[name], value)
  else if (addresses.has(name)) element.setAttribute(name, outer(String(value)))
  else element.setAttribute(name, value === true ? '' : value)
}

/** Custom properties of CSS need a separate call. */
function assign(target, values) {
  for (const [name, value] of Object.entries(values)) {
    if (name.startsWith('--')) target.setProperty(name, value)
    else target[name] = value
  }
}
