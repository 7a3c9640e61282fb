import { svg } from './dom.js'

/** Paths on a grid of 24, drawn with a round stroke; those that end in `-full` are filled. */
const paths = {
  count: 'M3.7 5a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0-2.6 0M10.7 5a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0-2.6 0M17.7 5a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0-2.6 0M3.7 12a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0-2.6 0M10.7 12a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0-2.6 0M3.7 19a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0-2.6 0M12 17.5l2.7 2.7L20.5 14.5',
  rack: 'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16',
  shelf: 'M3.5 20.5h17M5 20.5V5.5h3.4v15M8.4 20.5V8h3.4v12.5M13.2 8.9l3-.8 3.3 11.6-3 .8zM5 9h3.4',
  gallery: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 20l3.2-4.4L18.4 18l1.6-1.6V20zM14.6 14.4h.01',
  home: 'M4 11.5L12 4.5l8 7M6 10v9.5h4.5V14h3v5.5H18V10',
  search: 'M4.5 10.5a6 6 0 1 0 12 0a6 6 0 1 0-12 0M15 15l5.5 5.5',
  album: 'M6 4h12M5 7.5h14M4 11h16v9H4zM4 18l4-3.5 3 2.5 3.5-3.5L20 18',
  map: 'M12 21s6.5-6 6.5-11a6.5 6.5 0 1 0-13 0c0 5 6.5 11 6.5 11zM9.8 10a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0',
  copies: 'M8 8h12v12H8zM16 8V4H4v12h4',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 5l12 7-12 7z',
  tag: 'M4 4h8l8.5 8.5-8 8L4 12zM8 8h.01',
  folder: 'M3.5 6h6l2 2.5h9V19h-17z',
  history: 'M4 12a8 8 0 1 0 2.6-5.9L4 8.4M4 4v4.4h4.4M12 7.6V12l3 2',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8v4.4M9 14.8v4.4',
  star: 'M12 3.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8z',
  'star-full': 'M12 3.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8z',
  heart: 'M12 20s-7.5-4.7-7.5-10.2A4.1 4.1 0 0 1 12 7.6a4.1 4.1 0 0 1 7.5 2.2C19.5 15.3 12 20 12 20z',
  'heart-full': 'M12 20s-7.5-4.7-7.5-10.2A4.1 4.1 0 0 1 12 7.6a4.1 4.1 0 0 1 7.5 2.2C19.5 15.3 12 20 12 20z',
  shown: 'M3 12c1-2.6 4.2-6.5 9-6.5s8 3.9 9 6.5c-1 2.6-4.2 6.5-9 6.5S4 14.6 3 12zM9.4 12a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0',
  hidden: 'M4 4l16 16M9.8 5.8A9 9 0 0 1 12 5.5c4.8 0 8 3.9 9 6.5a11 11 0 0 1-2.6 3.7M6.3 7.5A11.6 11.6 0 0 0 3 12c1 2.6 4.2 6.5 9 6.5a9 9 0 0 0 4-.9M10.2 10.2a2.6 2.6 0 0 0 3.6 3.6',
  filter: 'M4 6h16M7 12h10M10 18h4',
  trash: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 12a1 1 0 0 0 1 1h7.4a1 1 0 0 0 1-1l.8-12M10 11v5M14 11v5',
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  close: 'M6 6l12 12M18 6L6 18',
  more: 'M5 7h14M5 12h14M5 17h14',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  warning: 'M12 4l9 15.5H3zM12 10v4M12 17h.01',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5M12 8h.01',
  offline: 'M4 4l16 16M8.5 15.5a5 5 0 0 1 6 0M5.5 12.2A9.6 9.6 0 0 1 9 10M13.6 9.6a9.6 9.6 0 0 1 4.9 2.6M2.8 9a14 14 0 0 1 4-2.6M11 5.2A14 14 0 0 1 21.2 9M12 19h.01',
  undo: 'M8 5L4 9l4 4M4 9h10a6 6 0 0 1 0 12h-4',
  redo: 'M16 5l4 4-4 4M20 9H10a6 6 0 0 0 0 12h4',
  hand: 'M5 3l5.5 16 2.6-6.4L19.5 10z',
  like: 'M4 4h7v7H4zM13 13h7v7h-7zM16.5 4.5v6M13.5 7.5h6M7.5 14l.9 1.9 2.1.3-1.5 1.5.3 2.1-1.8-1-1.8 1 .3-2.1-1.5-1.5 2.1-.3z',
  region: 'M5 7l8-3 6 6-3 9-9 1zM5 7h.01',
  exclude: 'M5 7l8-3 6 6-3 9-9 1zM9 10l6 6M15 10l-6 6',
  download: 'M12 4v11M7.5 11l4.5 4.5L16.5 11M5 20h14',
  share: 'M12 15V4M8 7.5L12 3.5l4 4M6 11H5v9h14v-9h-1',
  camera: 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM12 10a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8z',
  'camera-switch': 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM9 14.5a3 3 0 0 1 5.2-2.6M15 13a3 3 0 0 1-5.2 2.6M14.4 9.8v2.3h-2.3M9.6 17.7v-2.3h2.3',
  torch: 'M8 3h8v4l-2 3v11h-4V10L8 7zM8 7h8M12 13v2',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 15h6M9 18h3',
  photo: 'M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17M15.5 8.5h.01',
  keyboard: 'M3 7h18v10H3zM6.5 10.2h.01M10 10.2h.01M13.5 10.2h.01M17 10.2h.01M8 14h8',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2',
  edit: 'M5 19l.8-3.8L16 5l3 3L8.8 18.2zM14 7l3 3',
}

/**
 * A decorative icon; its meaning is given by the text beside it.
 *
 * @param {keyof typeof paths} name
 */
export function icon(name) {
  const isFull = name.endsWith('-full')
  return svg('svg', { class: isFull ? 'icon icon-full' : 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    svg('path', { d: paths[name] }))
}
