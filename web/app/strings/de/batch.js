const photos = (count) => (count === 1 ? '1 Foto' : `${count} Fotos`)
const range = ({ low, high }) => (low === high ? `${low}` : `${low} bis ${high}`)

/** Texts of the table of several photos that are counted or read together. */
export const batch = {
  title: photos,
  hint: 'Sie können inzwischen andere Seiten von Espy ansehen. Wird dieses Fenster neu geladen oder geschlossen, bleibt liegen, '
    + 'was noch wartet; was fertig ist, steht im Verlauf.',
  bar: 'Wie viele Fotos fertig sind',
  status: {
    busy: ({ done, all }) => `${done} von ${all} fertig`,
    end: (done, all) => {
      if (done < all) return `${done} von ${photos(all)} fertig.`
      return all === 1 ? 'Das Foto ist fertig.' : `Alle ${photos(all)} sind fertig.`
    },
    stopped: ({ done, all }) => `Angehalten: ${done} von ${all} fertig`,
    failed: (failed, all) => `${failed} von ${all} fehlgeschlagen`,
    lost: (lost) => `${photos(lost)} noch einmal zu wählen`,
  },
  /** What is read out now and then, and at the end. */
  said: {
    busy: ({ done, all, failed }) => `Bisher ${done} von ${photos(all)}${failed ? `, ${failed} fehlgeschlagen` : ''}.`,
    end: ({ done, all, failed, count }) => (
      `Fertig: ${done} von ${photos(all)}, zusammen ${count}${failed ? `, ${failed} fehlgeschlagen` : ''}.`),
  },
  /** After the sum of all photos. */
  sum: {
    count: (_count) => 'Stück',
    rack: (_count) => 'Röhrchen',
    shelf: (count) => (count === 1 ? 'Buch' : 'Bücher'),
  },
  probably: ({ low, high }) => (low === high ? '' : `wahrscheinlich ${low} bis ${high}`),
  range,
  stop: 'Anhalten',
  goOn: 'Fortsetzen',
  retryFailed: (failed) => (failed === 1 ? 'Fehlgeschlagenes erneut versuchen' : `${failed} Fehlgeschlagene erneut versuchen`),
  retry: 'Erneut versuchen',
  retryOf: (name) => `Erneut versuchen: ${name}`,
  more: 'Fotos hinzufügen',
  missing: 'Fehlende Fotos wählen',
  known: (count) => `${photos(count)} ${count === 1 ? 'steht' : 'stehen'} schon in der Tabelle.`,
  export: { title: 'Tabelle speichern', csv: 'CSV', json: 'JSON', part: 'Was noch nicht fertig ist, ist darin vermerkt.' },
  table: {
    caption: (count) => `${photos(count)} und was darauf gefunden wurde`,
    name: 'Foto', count: { count: 'Anzahl', rack: 'Röhrchen', shelf: 'Bücher' }, range: 'Spanne', state: 'Status',
    total: 'Summe', unnamed: 'Foto',
  },
  states: {
    waiting: 'Wartet', sending: 'Wird gesendet', working: { count: 'Wird gezählt', rack: 'Wird gelesen', shelf: 'Wird gelesen' },
    done: 'Fertig', look: 'Prüfen', failed: 'Fehlgeschlagen', lost: 'Fehlt',
  },
  corrected: 'von Hand korrigiert',
  lost: 'Dieses Fenster wurde neu geladen, bevor das Foto an der Reihe war. Wählen Sie das Foto noch einmal.',
  unreadable: 'Die Datei lässt sich nicht mehr lesen. Vielleicht wurde sie verschoben oder geändert.',
  waitingIn: 'noch nicht fertig',
  /** By the word of the server; what is missing here is shown as that word. */
  warnings: {
    nothingFound: 'nichts gefunden', dark: 'dunkles Foto', tooMany: 'zu viele Stellen kommen infrage',
    undecided: 'vielleicht ist etwas anderes gemeint', unlikeRecipe: 'unsicher, ob es zum Rezept passt',
    originUnknown: 'Ecke A1 unsicher', turnUnknown: 'Drehung unsicher', cornersDoNotFit: 'angetippte Plätze passen nicht',
    largerThanGiven: 'größer als angegeben', noLattice: 'keine Zeilen und Spalten erkannt',
    fewCodes: 'wenige Codes', movedToNeighbor: 'Codes auf den Nachbarplatz gesetzt', cellTaken: 'zwei Codes auf einem Platz',
    outsideGrid: 'Codes außerhalb der Box', duplicate: 'ein Code doppelt', unread: 'Plätze nicht gelesen',
    partOfSeveral: 'ein Code ist nur ein Teil', readerProgramming: 'ein Code ist kein Wert', damagedPhoto: 'beschädigtes Foto',
  },
  /** On the first screen, while there is a table. */
  last: {
    busy: ({ done, all }) => `${photos(all)} in Arbeit: ${done} fertig.`,
    rest: ({ done, all }) => `Ihre Tabelle mit ${photos(all)}: ${done} fertig.`,
    show: 'Tabelle zeigen',
  },
  back: (count) => (count === 1 ? 'Zurück zum Foto' : `Zurück zu den ${photos(count)}`),
  gone: {
    title: 'Diese Tabelle gibt es nicht mehr',
    text: 'Sie bleibt, solange ihr Fenster offen ist und keine anderen Fotos an ihre Stelle treten. Was gefunden wurde, steht im Verlauf.',
    history: 'Im Verlauf nachsehen', another: 'Fotos wählen',
  },
  keys: { next: 'Nächstes Foto', previous: 'Voriges Foto', open: 'Foto öffnen', retry: 'Gewähltes Foto erneut versuchen' },
}
