/** Texts of the history page. */
export const history = {
  filter: 'Zeigen',
  kinds: { all: 'Alle', count: 'Zählungen', rack: 'Boxen', shelf: 'Regale' },
  search: {
    label: 'Ergebnisse finden', hint: 'Namen, Notizen, Codes', none: 'Nichts gefunden',
    noneText: 'Kein Ergebnis hat diese Wörter in seinem Namen, seiner Notiz oder einem Code.',
  },
  clear: 'Leeren…',
  more: 'Mehr zeigen',
  total: { one: '{count} Eintrag', other: '{count} Einträge' },
  days: { today: 'Heute', yesterday: 'Gestern', week: 'Letzte 7 Tage' },

  things: { one: '{count} Stück', other: '{count} Stück' },
  vials: { one: '{count} Röhrchen', other: '{count} Röhrchen' },
  books: { one: '{count} Buch', other: '{count} Bücher' },
  grid: '{rows} × {cols}',
  corrected: 'korrigiert',
  confirmedBy: 'geprüft von {by}',
  favorite: 'Favorit',
  favoriteOf: 'Favorit: {title}',
  deleteOf: '{title} löschen',
  delete: 'Löschen',

  deleted: '„{title}“ ist gelöscht.',
  restored: '„{title}“ ist wieder da.',
  tooLate: '„{title}“ lässt sich nicht mehr zurückholen.',
  nowFavorite: '„{title}“ ist jetzt ein Favorit und bleibt, bis Sie ihn löschen.',
  noFavorite: '„{title}“ ist kein Favorit mehr.',

  empty: {
    title: 'Hier ist noch nichts',
    text: 'Was Sie zählen und lesen, wird hier gespeichert, auf dem Computer, auf dem Espy läuft: das Ergebnis und, wenn die Optionen es vorsehen, eine kleine Kopie des Fotos.',
    count: 'Etwas zählen',
    rack: 'Box lesen',
    shelf: 'Regal lesen',
  },
  emptyKind: {
    count: { title: 'Noch keine Zählungen', text: 'Was Sie zählen, wird hier gespeichert.' },
    rack: { title: 'Noch keine Boxen', text: 'Boxen, die Sie lesen, werden hier gespeichert.' },
    shelf: { title: 'Noch keine Regale', text: 'Regale, die Sie lesen, werden hier gespeichert.' },
  },

  clearing: {
    title: { all: 'Verlauf leeren?', count: 'Alle Zählungen löschen?', rack: 'Alle Boxen löschen?', shelf: 'Alle Regale löschen?' },
    text: {
      one: 'Ein Eintrag wird gelöscht. Er lässt sich nicht zurückholen.',
      other: '{count} Einträge werden gelöscht. Sie lassen sich nicht zurückholen.',
    },
    onlyFavorites: 'Es wird nichts gelöscht: Alle sind Favoriten.',
    keepFavorites: { one: 'Den Favoriten behalten', other: '{count} Favoriten behalten' },
    action: 'Löschen',
    done: { one: 'Ein Eintrag wurde gelöscht.', other: '{count} Einträge wurden gelöscht.' },
  },

  keys: {
    search: 'Ergebnisse finden',
    next: 'Nächster Eintrag',
    previous: 'Voriger Eintrag',
    open: 'Eintrag öffnen',
    favorite: 'Eintrag zum Favoriten machen, oder nicht mehr',
    delete: 'Eintrag löschen',
  },
}
