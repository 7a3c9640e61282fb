/** Texts of the page that reads racks. */
export const rack = {
  title: 'Box',
  lead: 'Fotografieren Sie eine Box mit Röhrchen gerade von oben, oder wählen Sie ein Foto davon.',
  reviewTitle: 'Diese Box lesen?',
  read: 'Box lesen',

  progress: {
    title: 'Die Box wird gelesen…',
    photo: 'Das Foto, das gelesen wird',
    bar: 'Fortschritt',
    cancel: 'Abbrechen',
    cancelled: 'Abgebrochen.',
    /** By the server's name of the stage. */
    stages: {
      waiting: 'Wartet, bis andere Arbeit fertig ist…',
      decoding: 'Das Foto wird vorbereitet…',
      reading: 'DataMatrix-Codes werden gesucht…',
      placing: 'Die Plätze werden ermittelt…',
      judging: 'Plätze ohne Code werden angesehen…',
      rereading: 'Schwer lesbare Codes werden noch einmal angesehen…',
      keeping: 'Das Ergebnis wird gespeichert…',
      done: 'Die Markierungen werden gezeichnet…',
    },
    gone: {
      title: 'Dieses Ergebnis ist nicht mehr hier',
      text: 'Espy wurde inzwischen neu gestartet, oder es ist lange her. Wurde es gespeichert, steht es im Verlauf.',
    },
    again: 'Foto neu lesen',
  },

  none: {
    title: 'Keine Codes gefunden',
    text: 'Auf dem Foto war kein DataMatrix-Code zu finden. Mehr Licht oder ein schärferes Bild hilft oft.',
    dark: 'Auf dem Foto war kein DataMatrix-Code zu finden. Es ist sehr dunkel: Mehr Licht hilft.',
    bright: 'Auf dem Foto war kein DataMatrix-Code zu finden. Es ist überbelichtet: Weniger Licht hilft.',
    blurred: 'Auf dem Foto war kein DataMatrix-Code zu finden. Es ist unscharf: Halten Sie die Kamera ruhig und tippen Sie auf dem Bildschirm auf die Box, um scharf zu stellen.',
    advice: [
      'Gehen Sie näher heran, bis die Box das Foto ausfüllt.',
      'Halten Sie die Kamera ruhig und gerade über die Box, und tippen Sie zum Scharfstellen auf die Box im Bild.',
      'Schalten Sie den Blitz aus, und vermeiden Sie Spiegelungen auf den Deckeln.',
      'Espy liest quadratische DataMatrix-Codes, keine QR-Codes und keine Strichcodes.',
    ],
    camera: 'Neues Foto aufnehmen',
    choose: 'Foto wählen',
    photo: 'Das Foto, auf dem nichts gefunden wurde',
  },

  result: {
    title: 'Box mit {rows} × {cols} Plätzen',
    list: 'Codes ohne Ordnung',
    named: 'Behälter mit {count} Plätzen',
    unplaced: 'Plätze unbekannt',
    again: 'Neu aufnehmen',
  },

  /** Parts of the sentence that summarizes the box. */
  summary: {
    read: { one: '{count} Röhrchen gelesen', other: '{count} Röhrchen gelesen' },
    typed: { one: '{count} eingegeben', other: '{count} eingegeben' },
    unread: { one: '{count} nicht gelesen', other: '{count} nicht gelesen' },
    uncoded: { one: '{count} ohne Code', other: '{count} ohne Code' },
    empty: { one: '{count} leer', other: '{count} leer' },
    outside: { one: '{count} Code außerhalb der Box', other: '{count} Codes außerhalb der Box' },
    unplaced: 'Plätze unbekannt',
    comma: ', ',
    complete: 'Alles, was einen Code hat, wurde gelesen.',
    look: 'Jeder Code wurde gelesen. Sehen Sie nach, was keinen hat.',
    check: 'Bitte prüfen Sie, was hier steht.',
    toCheck: '{count} zu prüfen',
    notes: { one: '{count} Hinweis', other: '{count} Hinweise' },
    next: 'Weiter',
    nextLong: 'Weiter zum nächsten Platz ohne Wert',
    more: 'und {count} weitere',
  },

  /** Two taps on a photo that does not show where the box begins. */
  placing: {
    begin: 'Ersten und letzten Platz antippen',
    first: 'Tippen Sie auf die Mitte von Platz A1, dem ersten der Box.',
    last: 'Tippen Sie jetzt auf die Mitte von Platz {well}, dem letzten der Box.',
    lastBare: 'Tippen Sie jetzt auf die Mitte des letzten Platzes der Box, in der Ecke gegenüber.',
    cancel: 'Abbrechen',
  },

  warnings: {
    title: 'Zu prüfen',
    show: '{well} zeigen',
    showOutside: 'Zeigen',
    originUnknown: 'Das Foto zeigt weder Wände noch leere Plätze, die sagen, wo die Box beginnt. Darum ist kein Platz '
      + 'genannt. Fotografieren Sie die ganze Box mit ihrem Rand, oder tippen Sie in diesem Foto auf ihren ersten und letzten Platz.',
    turnUnknown: 'Die Codes zeigen nicht, wie der Behälter gedreht ist. Darum ist keine Position genannt. Geben Sie die Drehung an.',
    cornersDoNotFit: 'Die angetippten Plätze passen nicht zu den Codes und zur Größe der Box. Tippen Sie sie noch einmal an, '
      + 'oder ändern Sie die Größe.',
    largerThanGiven: 'Die Codes reichen weiter als die angegebene Größe. Nun gilt die Größe, die sie brauchen.',
    noLattice: 'Die Codes bilden keine Zeilen und Spalten. Sie stehen in der Reihenfolge, in der sie gelesen wurden.',
    fewCodes: 'Es wurden zu wenige Codes gelesen, um sicher zu sein, wie viele Plätze dazwischenliegen.',
    movedToNeighbor: 'Zwei Codes wollen auf denselben Platz: {value} steht nun auf dem freien Platz daneben.',
    cellTaken: 'Zwei Codes wollen auf denselben Platz: {value} fehlt darum in der Box.',
    outsideGrid: 'Auf keinem Platz der Box liegt {value}. Es kann der Code der Box selbst sein.',
    duplicate: 'Auf mehr als einem Platz steht {value}.',
    dark: 'Das Foto ist sehr dunkel. Plätze, die leer aussehen, sind es vielleicht nicht; nehmen Sie es mit mehr Licht noch einmal auf.',
    bright: 'Das Foto ist überbelichtet. Plätze, die leer aussehen, sind es vielleicht nicht; nehmen Sie es mit weniger Licht noch einmal auf.',
    blurred: 'Das Foto ist unscharf. Plätze, die leer aussehen, sind es vielleicht nicht; halten Sie die Kamera ruhig und nehmen Sie es noch einmal auf.',
    damagedPhoto: 'Die Datei des Fotos ist beschädigt. Was sie nicht zeigt, wurde nicht gelesen.',
    partOfSeveral: '{value} ist nur Teil {part} von {parts} dessen, was die Codes mehrerer Etiketten zusammen '
      + 'sagen. Der ganze Wert braucht alle.',
    readerProgramming: '{value} ist ein Befehl, der einen Leser einstellt, und kein Wert. Sehen Sie sich das Etikett '
      + 'an.',
    unread: { one: 'Auf einem Platz ließ sich ein Code oder Etikett nicht lesen.', other: 'Auf {count} Plätzen ließ sich ein Code oder Etikett nicht lesen.' },
    outsidePhoto: { one: 'Ein Platz ist nicht auf dem Foto. Dort kann ein Röhrchen stehen.', other: '{count} Plätze sind nicht auf dem Foto. Dort können Röhrchen stehen.' },
    covered: { one: 'Etwas verdeckt einen Platz. Dort kann ein Röhrchen stehen.', other: 'Etwas verdeckt {count} Plätze. Dort können Röhrchen stehen.' },
    mirrored: 'Die Codes sind spiegelverkehrt, also ist es das Foto auch, und die Plätze liegen auf der falschen Seite. Schalten Sie das Spiegeln '
      + 'in der Kamera aus, oder wählen Sie unter „Art und Lage der Box“, dass das Foto die Box von unten zeigt.',
    uncoded: { one: 'Auf einem Platz ist etwas ohne Code.', other: 'Auf {count} Plätzen ist etwas ohne Code.' },
    other: 'An diesem Ergebnis ist etwas fraglich.',
    one: 'ein Code',
  },

  size: {
    change: 'Zeilen und Spalten',
    changeBoth: 'Art und Lage der Box',
    noneFound: 'keine gefunden',
    unknown: 'unbekannt',
    short: '{rows} × {cols}',
    present: {
      seen: 'Das Foto zeigt {rows} Zeilen und {cols} Spalten.',
      given: 'Gelesen mit {rows} Zeilen und {cols} Spalten, wie angegeben.',
      occupied: 'Die Codes reichen über {rows} Zeilen und {cols} Spalten.',
      tolerance: 'Die Codes wurden nach ihrem Abstand in {rows} Zeilen und {cols} Spalten gruppiert.',
      unordered: 'Die Codes bilden keine Zeilen und Spalten.',
      named: 'Der Behälter hat {cols} Plätze mit eigenen Namen.',
    },
    question: 'Wie viele Zeilen und Spalten hat die Box?',
    auto: 'Automatisch',
    settings: 'Wie in den Optionen',
    sizes: ['5x5', '8x8', '9x9', '10x10', '8x12'],
    sizeText: '{rows} × {cols}',
    other: 'Andere',
    rows: 'Zeilen',
    cols: 'Spalten',
    distance: 'Nach Abstand',
    pixels: 'Pixel',
    apply: 'Neu lesen',
    gone: 'Das Foto ist nicht mehr hier und lässt sich nicht neu lesen. Nehmen Sie ein neues auf.',
    named: 'Wie ist der Behälter im Foto gedreht?',
    turn: 'Grad im Uhrzeigersinn',
    turnHint: 'Leer gelassen, ergibt es sich daraus, wo die Stifte stehen.',
    turnSeen: 'Drehung wie gesehen',
    turned: 'um {turn}° gedreht',
    confirm: {
      title: 'Die Box neu lesen?',
      text: 'Was Sie eingegeben haben, gehört zu den jetzigen Zeilen und Spalten und geht verloren.',
      action: 'Neu lesen',
    },
  },

  tabs: { label: 'Ansichten der Box', image: 'Bild', table: 'Tabelle', grid: 'Raster', compare: 'Vergleich' },

  statuses: {
    read: 'gelesen', typed: 'von Hand eingegeben', unread: 'nicht gelesen', uncoded: 'ohne Code', empty: 'leer',
    outside: 'außerhalb der Box', none: 'nichts gesehen',
  },
  /** Shown in the grid in a well without a value. */
  stands: { unread: 'ungelesen', uncoded: 'ohne Code', empty: '', none: '' },
  glyphs: { read: '✓', typed: '✎', unread: '!', uncoded: '–', empty: '', outside: '↗', none: '' },

  grid: {
    label: 'Plätze der Box',
    hint: 'Pfeiltasten wechseln den Platz, mit der Eingabetaste lässt sich ein Wert eingeben.',
    corner: 'Zeile',
    legend: 'Zeichen im Raster',
    /** Heads rows and columns of a box whose wells are unknown. */
    unknown: '?',
    duplicate: '2×',
    isDuplicate: 'auf mehr als einem Platz',
    cell: '{name}, {value}, {status}',
    bare: '{name}, {status}',
    also: '{text}, auch in {others}',
  },

  table: {
    label: 'Röhrchen der Box',
    hint: 'In der CSV-Datei sind die erste Zeile und die erste Spalte 0.',
    index: '#',
    row: 'Zeile',
    col: 'Spalte',
    value: 'Wert',
    state: 'Status',
    also: 'auch in {others}',
    nothing: 'Es gibt kein Röhrchen aufzulisten.',
  },

  image: {
    label: 'Das Foto der Box mit einer Markierung auf jedem Platz',
    gone: {
      title: 'Das Foto ist nicht mehr hier',
      text: 'Tabelle und Raster sind auch ohne es vollständig. Ob Fotos mit den Ergebnissen gespeichert werden, steht in den Optionen.',
    },
    thumbnail: 'Die Box, klein',
    number: '{index}: {value}',
    /** Instead of the name of a well, where wells are unknown. */
    counted: 'Nr. {number}',
    empty: 'LEER',
  },

  details: {
    label: 'Der ausgewählte Platz',
    none: 'Einen Platz wählen, um seinen ganzen Wert zu sehen.',
    type: 'Wert eingeben',
    change: 'Ändern',
    remove: 'Entfernen',
    inPhoto: 'Auf dem Foto',
    inTable: 'Zurück zur Tabelle',
    inGrid: 'Zurück zum Raster',
    inCompare: 'Zurück zum Vergleich',
    close: 'Auswahl aufheben',
    also: 'Auch in {others}',
    symbol: '{symbol} Module',
    corrected: { one: '{count} Fehler korrigiert', other: '{count} Fehler korrigiert' },
    hex: 'kein reiner Text: als hexadezimale Ziffern gezeigt',
    was: 'Vom Code gelesen: {value}',
  },

  typing: {
    title: 'Wert von {name}',
    field: 'Wert',
    hint: 'Geben Sie ein, was auf dem Röhrchen steht, oder benutzen Sie einen Handscanner. Es wird als von Hand eingegeben vermerkt.',
    crop: 'Das Röhrchen in {name}, von nahem',
    empty: 'Geben Sie zuerst einen Wert ein.',
    long: 'Ein Wert hat höchstens 1.000 Zeichen.',
    control: 'Der Wert enthält Zeichen, die sich nicht drucken lassen.',
    same: 'Derselbe Wert steht in {others}. Speichern Sie ihn nur, wenn das stimmt.',
    replaces: 'Der Code sagt „{value}“. Was Sie eingeben, tritt an seine Stelle.',
    save: 'Speichern',
    next: 'Speichern und weiter',
    saved: '{name}: „{value}“, von Hand eingegeben.',
    removed: '{name}: Das Eingegebene ist entfernt.',
  },

  saving: {
    waiting: 'Ihre Änderungen sind noch nicht gespeichert: Espy ist nicht erreichbar. Sie werden gespeichert, sobald es wieder antwortet.',
    saved: 'Ihre Änderungen sind gespeichert.',
    failed: 'Ihre letzte Änderung konnte nicht gespeichert werden: {why}',
  },

  exports: {
    vials: 'roehrchen',
  },

  /** The table of the whole box, in another system's format. */
  tableForm: {
    title: 'Tabelle für ein anderes System',
    table: 'Form',
    order: 'Reihenfolge der Plätze',
    columns: 'Spalten',
    columnsStart: 'rack,well=Position,code=Tube',
    columnsHint: 'rack,well=Position,code=Tube',
    words: 'Wörter für das, was nicht da ist',
    wordsHint: 'empty=No Tube,unread=NO READ',
    csv: 'CSV',
    xlsx: 'Excel (XLSX)',
    choices: {
      table: {
        lims: 'LIMS: alles', fluidx: 'FluidX', visionmate: 'VisionMate', dp5: 'Ziath DP5', limber: 'Limber', traxcer: 'Traxcer',
        custom: 'Eigene Spalten',
      },
      order: { rows: 'A1, A2, A3, …', columns: 'A1, B1, C1, …' },
    },
    hints: {
      lims: 'Box, Platz, Zeile, Spalte, Code, Status und Datum, mit Kopfzeile.',
      fluidx: 'A01,CODE mit „No Tube“ und „No Read“.',
      visionmate: 'LocationRow, LocationColumn, TubeCode.',
      dp5: 'row, column, barcode, decodeStatus.',
      limber: 'BOX,A1,CODE mit „NO READ“ für alles andere.',
      traxcer: 'Der Code der Box in der ersten Zeile, dann Position und Tube ID.',
      custom: 'Aus rack, well, well0 (A01), letter, row, col, number, code, status und date; well=Position gibt einer Spalte einen Titel.',
    },
  },

  /** The box's own code. */
  code: {
    title: 'Box',
    none: 'Box ohne Code',
    change: 'Code der Box eingeben',
    question: 'Code der Box',
    field: 'Code',
    save: 'Speichern',
    saved: 'Box: „{code}“.',
  },

  /** The orientation of the box in the photo. */
  lying: {
    change: 'Lage von A1',
    question: 'Welche Ecke des Fotos ist A1?',
    side: 'Von welcher Seite wurde es aufgenommen?',
    below: 'Das Foto zeigt die Box von unten',
    andBelow: ', von unten gesehen',
    hint: 'Zeilen und Spalten werden sofort neu gezählt; was Sie eingegeben haben, wandert mit.',
    turned: 'A1 ist jetzt {view}.',
    corners: { 'top-left': 'oben links', 'top-right': 'oben rechts', 'bottom-left': 'unten links', 'bottom-right': 'unten rechts' },
  },

  /** Shown over the live camera. */
  live: {
    none: 'Kamera über die Box halten',
    missing: { one: '{count} Code fehlt', other: '{count} Codes fehlen' },
    unsure: { one: '{count} Code wird geprüft', other: '{count} Codes werden geprüft' },
    all: { one: '{count} Code gelesen', other: 'Alle {count} Codes gelesen' },
  },

  compare: {
    hint: 'Vergleichen Sie die Box mit einer Liste von Plätzen und Codes (CSV oder XLSX) oder mit einem früheren Scan.',
    unkept: 'Nur ein Ergebnis, das im Verlauf ist, lässt sich vergleichen.',
    choose: 'Liste wählen…',
    last: 'Letzter Scan dieser Box',
    noCode: 'Die Box hat keinen Code; geben Sie ihn zuerst ein.',
    other: 'Anderer Scan…',
    list: 'einer Liste',
    with: 'Verglichen mit {what}',
    withScan: 'Verglichen mit {what}, {date}',
    end: 'Vergleich beenden',
    before: 'Vorher',
    now: 'Jetzt',
    scroll: '{title}, alle Plätze',
    cell: '{name}: {text}',
    csv: 'Unterschiede (CSV)',
    picture: 'Bild mit Unterschieden',
    file: 'unterschiede.{format}',
    otherBox: 'einer Box ohne Code',
    also: 'Auch in {rack} gesehen, {well}.',
    agreeing: { one: '{count} wie erwartet', other: '{count} wie erwartet' },
    counts: {
      moved: { one: '{count} umgesetzt', other: '{count} umgesetzt' },
      missing: { one: '{count} fehlt', other: '{count} fehlen' },
      new: { one: '{count} neu', other: '{count} neu' },
      twice: { one: '{count} doppelt', other: '{count} doppelt' },
      elsewhere: { one: '{count} auch in einer anderen Box', other: '{count} auch in einer anderen Box' },
      unread: { one: '{count} nicht gelesen', other: '{count} nicht gelesen' },
    },
    /** Signs, so that differences are never shown by color alone. */
    signs: { moved: '→', missing: '×', new: '+', twice: '2', elsewhere: '↗', unread: '!', same: '', empty: '' },
    /** Shown above the well in the photo. */
    marks: { moved: 'UMGESETZT', missing: 'FEHLT', new: 'NEU', twice: 'DOPPELT', elsewhere: 'ANDERSWO', unread: 'UNGELESEN' },
    differences: {
      moved: '{value} sollte in {expected} sein und ist in {found}.',
      missing: '{value} fehlt und sollte in {expected} sein.',
      new: '{value} ist in {found} und sollte nicht in der Box sein.',
      twice: '{value} ist in {found}.',
      elsewhere: '{value} ist in {found}, wie es sein soll.',
      unread: 'Was in {found} ist, ließ sich nicht lesen; dort sollte {value} sein.',
    },
    unreadBare: 'Was in {found} ist, ließ sich nicht lesen.',
  },

  gone: {
    title: 'Diese Box gibt es nicht mehr',
    text: 'Sie wurde gelöscht oder hat neueren Platz gemacht.',
    start: 'Box lesen',
  },

  keys: {
    image: 'Bild zeigen',
    table: 'Tabelle zeigen',
    grid: 'Raster zeigen',
    compare: 'Box vergleichen',
    next: 'Zum nächsten Platz ohne Wert',
    type: 'Wert des ausgewählten Platzes eingeben',
    remove: 'Eingegebenes vom ausgewählten Platz entfernen',
    close: 'Auswahl aufheben',
  },
}
