import { h } from '../dom.js'

/** The sixteen colors that photos are sorted by, as CSS colors. */
const colors = {
  black: '#151515', gray: '#8c8c8c', white: '#fafafa', brown: '#7b4a26', red: '#d3272f', orange: '#f0812a', gold: '#c9a227',
  yellow: '#f6df3a', lime: '#a5d52f', green: '#2f8f3e', teal: '#1d8a87', cyan: '#3cc6dd', blue: '#2767d3', purple: '#7b3fb0',
  magenta: '#cf2fa6', pink: '#f3a0bd',
}

/** A spot of a color, beside its name. @param {string} name */
export const swatch = (name) => (
  h('span', { class: 'swatch', 'aria-hidden': 'true', style: { backgroundColor: colors[name] ?? 'transparent' } }))
