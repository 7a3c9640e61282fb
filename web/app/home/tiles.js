import { here } from '../device/here.js'
import { h } from '../dom.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'

const texts = strings.home

/** The things Espy can do, each with a picture of a result. @param {(job: string) => void} trySample */
export function jobTiles(trySample) {
  return h('ul', { class: 'home-tiles' }, ['count', 'rack', 'shelf', 'gallery'].filter((job) => here.has(job)).map((job) => tile(job, trySample)))
}

function tile(job, trySample) {
  const { title, text, example, sampleOf } = { ...texts.jobs[job], ...(here.has(job) && !here.takes(job) && strings.here.shelf.tile) }
  return h('li', { class: 'home-tile' },
    h('a', { class: 'home-tile-link', href: `/${job}` },
      h('img', { src: `/images/${job}.webp`, alt: '', width: 480, height: 360 }),
      h('span', { class: 'home-example', 'aria-hidden': 'true' }, example),
      h('span', { class: 'home-tile-words' }, h('span', { class: 'home-tile-title' }, icon(job), title), h('span', { class: 'hint' }, text))),
    sampleOf && here.takes(job) && h('button', { type: 'button', class: 'button-plain', 'aria-label': sampleOf, onclick: () => trySample(job) }, texts.sample))
}
