import { h } from './dom.js'
import { icon } from './icons.js'

/**
 * A button with words on it.
 *
 * @param {string} label @param {() => void} action
 * @param {'button' | 'button-plain' | 'button-danger'} [style] `button` for what a person most likely wants
 */
export function button(label, action, style = 'button-plain') {
  return h('button', { type: 'button', class: style, onclick: action }, label)
}

/**
 * A button with a picture alone; the words are read out, and shown when it is pointed at.
 *
 * @param {string} name of the icon @param {string} label @param {() => void} action
 */
export function iconButton(name, label, action, style = 'button-icon') {
  return h('button', { type: 'button', class: style, 'aria-label': label, title: label, onclick: action }, icon(name))
}
