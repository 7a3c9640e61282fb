import { h } from '../dom.js'
import { fill, formatNumber } from '../format.js'
import { keys } from '../keys.js'
import { strings } from '../strings.js'

const texts = strings.settings.about

/** @param {{version: string, models: {detector: string, embedder?: string}, tls: boolean, lan: boolean, limits: object}} about */
export function aboutSection({ version, models, tls, lan, limits }) {
  const connection = !lan ? 'loopback' : tls ? 'lan' : 'open'
  const facts = [
    [texts.version, version],
    [texts.models, h('ul', {}, modelItem(models.detector, texts.detector), modelItem(models.embedder, texts.embedder))],
    [texts.limits, fill(texts.limitsText, {
      megabytes: formatNumber(Math.floor(limits.bytes / 2 ** 20)), megapixels: formatNumber(Math.floor(limits.pixels / 1_000_000)),
    })],
    [texts.connection, texts.connections[connection]],
  ]
  return h('section', { class: 'settings-section' },
    h('h2', {}, strings.settings.sections.about),
    factList(facts),
    h('p', {}, texts.privacy),
    h('details', {}, h('summary', {}, texts.privacyMore), factList(texts.privacyFacts)),
    h('div', { class: 'button-row' },
      h('button', { class: 'button-plain', type: 'button', onclick: () => keys.show() }, texts.keys),
      h('a', { class: 'button-plain', href: '/api/v1/openapi.yaml', target: '_blank', rel: 'noopener' }, texts.documentation)))
}

/** The same without a server. */
export function aboutAlone() {
  const { text, licenses } = strings.here.about
  return h('section', { class: 'settings-section' },
    h('h2', {}, strings.settings.sections.about), h('p', {}, text),
    h('div', { class: 'button-row' },
      h('button', { class: 'button-plain', type: 'button', onclick: () => keys.show() }, texts.keys),
      h('a', { class: 'button-plain', href: '/licenses.txt', target: '_blank', rel: 'noopener' }, licenses)))
}

const factList = (facts) => h('dl', { class: 'facts' }, facts.map(([name, value]) => (
  h('div', {}, h('dt', {}, name), h('dd', {}, value)))))

const modelItem = (name, role) => h('li', {}, h('code', {}, name ?? texts.none), ` ${role}`)
