/** The progress of the indexer. */
export const indexing = {
  label: 'Fotos erfassen',
  pause: 'Pause',
  resume: 'Fortsetzen',
  now: 'Jetzt erfassen',
  done: '{done} von {total} ({share} %)',
  rate: '{rate} pro Sekunde',
  seconds: { one: 'noch eine Sekunde', other: 'noch {count} Sekunden' },
  minutes: { one: 'noch eine Minute', other: 'noch {count} Minuten' },
  hours: { one: 'noch eine Stunde', other: 'noch {count} Stunden' },
  failed: { one: 'eines nicht lesbar', other: '{count} nicht lesbar' },
  trouble: 'Neue Fotos bekommen keine Schlagwörter: {reason}.',
  phases: { idle: 'Alle Fotos sind erfasst', scanning: 'Fotos werden gesucht', reading: 'Fotos werden erfasst', analyzing: 'Die Fotos sind da; Espy erkennt, was darauf ist', waiting: 'Wartet' },
  halted: { title: 'Die Ordner werden später durchsucht', text: 'Fotos erscheinen hier, sobald das Erfassen weitergeht.' },
  paused: {
    user: 'Das Erfassen ist angehalten.',
    heat: 'Das Erfassen wartet, bis der Computer abgekühlt ist.',
    battery: 'Das Erfassen wartet, bis der Computer am Strom hängt.',
    load: 'Das Erfassen wartet, denn der Computer hat anderes zu tun.',
  },
}

/** Why a photo was found. */
export const reasons = {
  said: {
    'with someone': 'mit jemandem', hidden: 'ausgeblendet',
    'file name': 'Dateiname', folder: 'Ordner', title: 'Titel', description: 'Beschreibung', camera: 'Kamera',
    'text on it': 'Text darauf', code: 'Code', 'a code on it': 'ein Code darauf', blurred: 'unscharf', dark: 'dunkel',
    rejected: 'verworfen', 'no stars': 'keine Sterne', 'no face': 'kein Gesicht',
    'other photos show the same': 'andere Fotos zeigen dasselbe', 'says where it was taken': 'sagt, wo es aufgenommen wurde',
    'a photo': 'ein Foto', 'a screenshot': 'ein Bildschirmfoto', 'a panorama': 'ein Panorama', 'a document': 'ein Dokument',
  },
  person: 'mit {person}',
  color: 'Farbe {name} {share}',
  taken: 'aufgenommen {date}',
  place: 'in {name}',
  away: '{distance} entfernt',
  alike: 'ähnlich {share}',
  likely: 'sieht aus wie: {thing}, {share}',
  like: 'sieht aus wie {words} {share}',
}

/** Tags that are taught by examples. */
export const teach = {
  title: 'Schlagwort beibringen',
  name: 'Name des Schlagworts',
  examples: { one: 'Das ausgewählte Foto ist das Beispiel.', other: 'Die {count} ausgewählten Fotos sind die Beispiele.' },
  few: 'Mindestens 5 Beispiele sind nötig, frühere mitgezählt. Mit 20 klappt es viel besser.',
  enough: 'Espy gibt das Schlagwort allen Fotos, die so aussehen.',
  action: 'Beibringen',
  learning: 'Espy lernt …',
  done: '„{tag}“ ist gelernt',
  count: { one: 'Espy hat es einem Foto gegeben.', other: 'Espy hat es {count} Fotos gegeben.' },
  tried: 'Erprobt an Fotos, von denen Espy nicht gelernt hat: Von 10 Fotos, die es auswählt, {right}, und von 10, die es finden soll, findet es {found}.',
  right: { none: 'stimmt kaum eines', one: 'stimmt mindestens {count}', other: 'stimmen mindestens {count}', all: 'stimmen alle' },
  verdicts: { good: 'Klappt gut', fair: 'Klappt einigermaßen', poor: 'Noch nicht verlässlich' },
  advice: 'So wird es besser: mehr Beispiele wählen, in anderem Licht und von anderen Seiten, und dasselbe Schlagwort noch einmal beibringen. Wo Espy ein falsches Foto ausgewählt hat, das Schlagwort entfernen: Auch daraus lernt es. Fotos, die es haben sollten und keine Beispiele waren, zählten als falsch ausgewählt.',
  more: 'Wie es erprobt wurde',
  show: 'Fotos zeigen',
  close: 'Fertig',
  forget: '„{tag}“ vergessen',
  forgotten: '„{tag}“ ist vergessen.',
  list: 'Beigebrachte Schlagwörter',
  confirm: {
    title: '„{tag}“ vergessen?',
    text: { one: 'Das eine Foto, das es hat, verliert es, auch wenn Sie es von Hand gegeben haben.', other: 'Alle {count} Fotos, die es haben, verlieren es, auch wo Sie es von Hand gegeben haben.' },
    action: 'Vergessen',
  },
}

/** The map of places. */
export const map = {
  label: 'Karte der Orte, an denen Fotos aufgenommen wurden',
  help: 'Pfeiltasten verschieben die Karte, Plus und Minus zoomen. Alle Orte stehen in der Liste darunter.',
  list: 'Orte',
  total: { one: 'Ein Foto hat einen Ort', other: '{count} Fotos haben einen Ort' },
  empty: { title: 'Keine Orte', text: 'Keines dieser Fotos sagt, wo es aufgenommen wurde.' },
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  fit: 'Alle Orte zeigen',
  away: '{km} km von {name}',
  near: 'bei {name}',
  city: '{name}, {country}',
  compass: { north: 'N', south: 'S', east: 'O', west: 'W' },
  between: '; ',
  note: 'Auf Ihrem eigenen Computer gezeichnet: Keine Karte wird irgendwo geholt. Länder: Natural Earth. Städte: GeoNames, CC BY 4.0.',
}

/** Files that could not be read. */
export const problems = {
  none: { title: 'Alle Dateien wurden gelesen', text: 'Jedes Foto in Ihren Ordnern ließ sich lesen.' },
  path: 'Datei',
  reason: 'Grund',
}
