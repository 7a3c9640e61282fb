import { h } from '../dom.js'
import { strings } from '../strings.js'

const texts = strings.viewer

/** Buttons for actions that otherwise need two fingers, a wheel or a keyboard. */
export function zoomButtons(view) {
  const button = (sign, label, action) => h('button', {
    type: 'button', class: 'viewer-button', 'aria-label': label, title: label, onclick: action,
  }, sign)
  return h('div', { class: 'viewer-buttons', role: 'group', 'aria-label': texts.zoom },
    button('+', texts.zoomIn, () => view.zoomBy(1.5)),
    button('−', texts.zoomOut, () => view.zoomBy(1 / 1.5)),
    button('⤢', texts.fit, () => view.fit()))
}
