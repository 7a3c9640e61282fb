/** Texts that the screens of all results have. */
export const result = {
  again: 'Neues Foto',
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  saving: 'Wird gespeichert…',
  unkept: 'Dieses Ergebnis ist nicht im Verlauf gespeichert. Es ist weg, sobald diese Seite geschlossen wird.',
  unkeptWhy: 'Dieses Ergebnis konnte nicht im Verlauf gespeichert werden: {why} Es ist weg, sobald diese Seite geschlossen wird.',
  history: 'Im Verlauf nachsehen',
  export: {
    title: 'Speichern und teilen',
    picture: 'Bild',
    table: 'CSV',
    json: 'JSON',
    share: 'Teilen',
    unkept: 'Dieses Ergebnis ist nicht im Verlauf und lässt sich darum nur als CSV oder JSON speichern.',
    failed: 'Das ließ sich nicht speichern. {why}',
  },
  keys: {
    undo: 'Letzte Änderung rückgängig machen',
    redo: 'Wiederholen',
    again: 'Neues Foto',
  },
}
