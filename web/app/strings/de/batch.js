/** Texts of the table of several photos. */
export const batch = {
  title: '{photos}',
  hint: 'Sie können inzwischen andere Seiten von Espy ansehen. Wird dieses Fenster neu geladen oder geschlossen, bleibt liegen, '
    + 'was noch wartet; was fertig ist, steht im Verlauf.',
  bar: 'Wie viele Fotos fertig sind',
  status: {
    busy: '{done} von {all} fertig',
    all: { one: 'Das Foto ist fertig', other: 'Alle {count} Fotos sind fertig' },
    end: '{done} von {photos} fertig',
    stopped: 'Angehalten: {done} von {all} fertig',
    failed: '{failed} von {all} fehlgeschlagen',
    lost: 'Bitte {photos} noch einmal wählen.',
  },
  /** Announced by screen readers at intervals, and at the end. */
  said: {
    busy: 'Bisher {done} von {photos}{failed}.',
    end: 'Fertig: {done} von {photos}, zusammen {total}{failed}.',
    failed: { one: ', 1 fehlgeschlagen', other: ', {count} fehlgeschlagen' },
  },
  /** After the sum of all photos. */
  sum: {
    count: { one: 'Stück', other: 'Stück' },
    rack: { one: 'Röhrchen', other: 'Röhrchen' },
    shelf: { one: 'Buch', other: 'Bücher' },
  },
  range: '{low} bis {high}',
  uncertain: 'unsicher',
  stop: 'Anhalten',
  goOn: 'Fortsetzen',
  retryFailed: { one: 'Fehlgeschlagenes erneut versuchen', other: '{count} Fehlgeschlagene erneut versuchen' },
  retry: 'Erneut versuchen',
  retryOf: 'Erneut versuchen: {name}',
  more: 'Fotos hinzufügen',
  missing: 'Fehlende Fotos wählen',
  known: { one: '1 Foto steht schon in der Tabelle.', other: '{count} Fotos stehen schon in der Tabelle.' },
  export: { title: 'Tabelle speichern', csv: 'CSV', json: 'JSON', part: 'Was noch nicht fertig ist, ist darin vermerkt.' },
  table: {
    caption: '{photos} und was darauf gefunden wurde',
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
  /** By the server's name of the warning, which is shown if it is missing here. */
  warnings: {
    nothingFound: 'nichts gefunden', dark: 'dunkles Foto', bright: 'überbelichtetes Foto', blurred: 'unscharfes Foto', tooMany: 'zu viele Stellen kommen infrage',
    undecided: 'vielleicht ist etwas anderes gemeint', onlyExamples: 'nur das Beispiel gefunden', unlikeRecipe: 'unsicher, ob es zum Rezept passt',
    originUnknown: 'Ecke A1 unsicher', turnUnknown: 'Drehung unsicher', cornersDoNotFit: 'angetippte Plätze passen nicht',
    largerThanGiven: 'größer als angegeben', noLattice: 'keine Zeilen und Spalten erkannt',
    fewCodes: 'wenige Codes', movedToNeighbor: 'Codes auf den Nachbarplatz gesetzt', cellTaken: 'zwei Codes auf einem Platz',
    outsideGrid: 'Codes außerhalb der Box', duplicate: 'ein Code doppelt', unread: 'Plätze nicht gelesen',
    outsidePhoto: 'Box nicht ganz auf dem Foto', covered: 'Plätze verdeckt', mirrored: 'gespiegeltes Foto', partOfSeveral: 'ein Code ist nur ein Teil', readerProgramming: 'ein Code ist kein Wert', damagedPhoto: 'beschädigtes Foto',
  },
  /** On the start screen, if there is a table. */
  last: {
    busy: '{photos} in Arbeit: {done} fertig.',
    rest: 'Ihre Tabelle mit {photos}: {done} fertig.',
    show: 'Tabelle zeigen',
  },
  back: { one: 'Zurück zum Foto', other: 'Zurück zu den {count} Fotos' },
  gone: {
    title: 'Diese Tabelle gibt es nicht mehr',
    text: 'Sie bleibt, solange ihr Fenster offen ist und keine anderen Fotos an ihre Stelle treten. Was gefunden wurde, steht im Verlauf.',
    another: 'Fotos wählen',
  },
  keys: { next: 'Nächstes Foto', previous: 'Voriges Foto', open: 'Foto öffnen', retry: 'Gewähltes Foto erneut versuchen' },
}
