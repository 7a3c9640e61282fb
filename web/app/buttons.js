import { h } from './dom.js'
import { icon } from './icons.js'

/**
 * A button with text.
 *
 * @param {string} label @param {() => void} action
 * @param {'button' | 'button-plain' | 'button-danger'} [style] `button` for the most likely action
 */
export function button(label, action, style = 'button-plain') {
  return h('button', { type: 'button', class: style, onclick: action }, label)
}

/**
 * A button with an icon only; its label is read out, and shown on hover.
 *
 * @param {string} name of the icon @param {string} label @param {() => void} action
 */
export function iconButton(name, label, action, style = 'button-icon') {
  return h('button', { type: 'button', class: style, 'aria-label': label, title: label, onclick: action }, icon(name))
}
