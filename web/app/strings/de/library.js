/** Where photos from other devices go. */
export const inbox = {
  title: 'Fotos von Geräten',
  folder: 'Fotos, die gekoppelte Geräte senden, liegen nach Jahr und Monat in',
  none: 'Von Geräten werden keine Fotos angenommen.',
  hint: 'In diesem Ordner wird nie etwas ersetzt, und gelöscht nur, was Sie selbst löschen.',
  elsewhere: 'Das wird auf dem Computer geändert, auf dem Espy läuft.',
  choose: 'Ordner wählen',
  use: 'Diesen Ordner nehmen',
  refuse: 'Keine Fotos annehmen',
  allow: 'Fotos annehmen',
}

/** The choice of a folder. */
export const folderDialog = {
  title: 'Ordner wählen',
  list: 'Ordner',
  up: 'Zurück zu {path}',
  photos: { one: 'ein Foto darin, dazu alles in seinen Unterordnern', other: '{count} Fotos darin, dazu alles in seinen Unterordnern' },
  cut: 'nicht alle Ordner werden gezeigt',
  choose: 'Diesen Ordner hinzufügen',
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
