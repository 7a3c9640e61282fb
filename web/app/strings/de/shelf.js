const books = (count) => (count === 1 ? '1 Buch' : `${count} Bücher`)
/** The sign stays with its number. */
const percent = (share) => `${Math.round(share * 100)}\u00a0%`

/** Texts of the page that looks at bookshelves. */
export const shelf = {
  title: 'Regal',
  lead: 'Richten Sie eine Kamera auf ein Bücherregal, oder wählen Sie ein Foto davon: Espy umreißt jedes Buch und liest seinen Rücken.',
  review: 'Dieses Regal lesen?',
  read: 'Regal lesen',
  live: 'Livekamera',

  progress: {
    title: 'Das Regal wird angesehen…',
    photo: 'Das Foto, das angesehen wird',
    bar: 'Fortschritt',
    cancel: 'Abbrechen',
    cancelled: 'Abgebrochen.',
    /** By the stage that the server names. */
    stages: {
      waiting: 'Wartet, bis andere Arbeit fertig ist…',
      decoding: 'Das Foto wird geöffnet…',
      looking: 'Die Bücher werden umrissen…',
      reading: 'Die Buchrücken werden gelesen…',
      keeping: 'Das Ergebnis wird gespeichert…',
      done: 'Die Umrisse werden gezeichnet…',
    },
    gone: {
      title: 'Dieses Ergebnis ist nicht mehr hier',
      text: 'Espy wurde inzwischen neu gestartet, oder es ist lange her. Wurde es gespeichert, steht es im Verlauf.',
      history: 'Im Verlauf nachsehen',
    },
  },

  gone: {
    title: 'Dieses Regal gibt es nicht mehr',
    text: 'Es wurde gelöscht oder hat neueren Platz gemacht.',
    history: 'Im Verlauf nachsehen',
    start: 'Regal lesen',
  },

  none: {
    title: 'Keine Bücher gefunden',
    text: 'Espy sieht auf diesem Foto keine Buchrücken.',
    dark: 'Espy sieht auf diesem Foto keine Buchrücken. Es ist sehr dunkel: Mehr Licht hilft.',
    advice: [
      'Zeigen Sie die Buchrücken von vorn, eine oder zwei Reihen des Regals auf einmal.',
      'Gehen Sie so nah heran, dass die Schrift lesbar ist, und halten Sie die Kamera gerade.',
      'Vermeiden Sie Spiegelungen auf glänzenden Einbänden.',
      'Bei Büchern, die mit den Seiten nach vorn liegen, ist kein Buchrücken zu sehen.',
    ],
    camera: 'Neues Foto aufnehmen',
    choose: 'Foto wählen',
    photo: 'Das Foto, auf dem nichts gefunden wurde',
  },

  result: {
    title: books,
    headline: (count) => (count === 1 ? 'Buch' : 'Bücher'),
    sentence: ({ count, read, unsure, illegible, codes }) => [
      read > 0 && `${read} gelesen`, unsure > 0 && `${unsure} unsicher`, illegible > 0 && `${illegible} unleserlich`,
      count - read - unsure - illegible > 0 && `${count - read - unsure - illegible} nicht gelesen`,
      codes > 0 && (codes === 1 ? '1 Strichcode' : `${codes} Strichcodes`),
    ].filter(Boolean).join(', '),
    rows: (rows) => (rows === 1 ? 'in einer Reihe' : `in ${rows} Reihen`),
    photo: 'Das Foto mit dem Umriss jedes Buchs',
    photoGone: 'Das Foto ist nicht mehr gespeichert und lässt sich nicht zeigen. Korrigieren geht weiterhin.',
    again: 'Neues Foto',
    saving: 'Wird gespeichert…',
    kept: 'Im Verlauf',
    unkept: 'Dieses Ergebnis ist nicht im Verlauf gespeichert. Es ist weg, sobald diese Seite geschlossen wird.',
    unkeptWhy: (why) => (
      `Dieses Ergebnis konnte nicht im Verlauf gespeichert werden: ${why} Es ist weg, sobald diese Seite geschlossen wird.`),
    unsaved: (why) => `Ihre Korrekturen sind noch nicht gespeichert. ${why}`,
    undo: 'Rückgängig',
    redo: 'Wiederholen',
    add: 'Buch hinzufügen',
    addHint: 'Einen Rahmen um das übersehene Buch ziehen oder auf seine Mitte tippen. Pfeiltasten und Eingabe tun dasselbe.',
    lookHint: 'Ein Buch antippen, um mehr zu erfahren. Ziehen verschiebt das Foto, zwei Finger zoomen.',
    check: (count) => `${books(count)} prüfen`,
    added: (count) => `Hinzugefügt. ${books(count)}.`,
    removed: (count) => `Gelöscht. ${books(count)}.`,
    restored: (count) => `Wieder da. ${books(count)}.`,
    confirmed: 'Bestätigt.',
  },

  layers: { title: 'Was auf dem Bild gezeichnet ist', spines: 'Buchrücken', text: 'Text', barcodes: 'Strichcodes' },

  readings: {
    unread: 'nicht gelesen', illegible: 'unleserlich', unsure: 'unsicher', likely: 'wahrscheinlich gelesen', read: 'gelesen',
    typed: 'von Hand eingegeben',
  },
  states: { confirmed: 'bestätigt', added: 'von Hand hinzugefügt', removed: 'gelöscht' },
  /** How sure the text is. */
  textSure: (share) => (share >= 0.9 ? 'sicher' : share >= 0.7 ? 'ziemlich sicher' : 'unsicher: bitte prüfen'),
  /** How sure it is that this is one book. */
  spineSure: (share) => (share >= 0.9 ? 'sicher ein Buch' : share >= 0.8 ? 'wahrscheinlich ein Buch' : 'vielleicht ein Buch'),
  share: percent,
  /** An unsure reading, as it stands in lists. */
  maybe: (text) => `${text} (?)`,
  noText: '–',
  describe: (book, text, state) => [`Buch ${book.place + 1} in Reihe ${book.row + 1}`, text, state].filter(Boolean).join(', '),
  describeCode: (value, kind) => `Strichcode ${value}, ${kind}`,

  inspector: {
    title: 'Ausgewählt',
    book: (book) => (book.isRemoved ? 'Gelöschtes Buch' : `Buch ${book.place + 1}, Reihe ${book.row + 1}`),
    crop: (text) => (text ? `Der Buchrücken von nahem: ${text}` : 'Der Buchrücken von nahem'),
    turn: 'Umdrehen',
    text: 'Was darauf steht',
    save: 'Speichern',
    back: (text) => (text ? `Zurück zu „${text}“` : 'Zurück zum Gelesenen'),
    reading: 'Text',
    outline: 'Umriss',
    isbn: 'ISBN',
    list: 'In Ihrer Liste',
    by: (title, author) => (author ? `${title}, von ${author}` : title),
    confirm: 'Bestätigen',
    unconfirm: 'Nicht mehr bestätigen',
    remove: 'Löschen',
    restore: 'Zurückholen',
    adjust: 'Umriss ändern',
    adjusted: 'Umriss fertig',
    adjustHint: 'Den Umriss oder seine Ecken ziehen. Mit der Tastatur zum Foto gehen: Umschalttaste und Pfeiltasten verschieben ihn, < und > ändern seine Größe.',
    smaller: 'Kleiner',
    larger: 'Größer',
    close: 'Schließen',
  },

  code: {
    title: 'Strichcode',
    value: 'Nummer',
    kind: 'Art',
    book: 'ISBN eines Buchs',
    other: 'kein Buch',
    addOn: 'Zusatz',
    symbologies: { ean13: 'EAN-13', ean8: 'EAN-8', upcA: 'UPC-A' },
  },

  list: {
    title: 'Bücher',
    label: 'Bücher des Regals, Reihe für Reihe',
    row: 'Reihe',
    place: 'Position',
    text: 'Text',
    isbn: 'ISBN',
    state: 'Status',
    show: (book) => (book.isRemoved ? 'Das gelöschte Buch zeigen' : `Buch ${book.place + 1} in Reihe ${book.row + 1} zeigen`),
    nothing: 'Kein Buch ist umrissen.',
  },
  codes: { title: 'Strichcodes', label: 'Strichcodes auf dem Bild', value: 'Nummer', kind: 'Art', show: (value) => `${value} zeigen` },

  export: {
    title: 'Speichern und teilen',
    picture: 'Bild',
    table: 'CSV',
    json: 'JSON',
    share: 'Teilen',
    text: (count) => `${books(count)}, gefunden mit Espy`,
    gone: 'Das Foto ist nicht mehr gespeichert, darum gibt es kein Bild mit Umrissen. CSV und JSON gehen weiterhin.',
    unkept: 'Dieses Ergebnis ist nicht im Verlauf und lässt sich darum nur als CSV oder JSON speichern.',
    failed: (why) => `Das ließ sich nicht speichern. ${why}`,
    stem: 'buchruecken',
  },

  camera: {
    title: 'Regal, live',
    label: 'Das Bild der Kamera mit dem Umriss jedes Buchs',
    stop: 'Beenden',
    keep: 'Dieses Regal speichern',
    keeping: 'Das Bild wird aufgenommen…',
    sending: 'Das Bild wird gesendet…',
    failed: (why) => `Das Bild konnte nicht gesendet werden. ${why}`,
    books: (count) => (count === 0 ? 'Kein Buch im Bild' : `${books(count)} im Bild`),
    list: 'Bücher im Bild',
    nothing: 'Kein Buch ist im Bild.',
    panel: 'Ausgewähltes Buch',
    away: 'Es ist nicht mehr im Bild.',
    reading: 'wird gelesen…',
    waiting: 'Espy antwortet gerade nicht. Die Umrisse kommen wieder, sobald es antwortet.',
    hint: 'Ein Buch antippen, um seinen Rücken von nahem zu sehen.',
    place: (book) => `Buch ${book.place + 1}, Reihe ${book.row + 1}`,
  },

  /** What to do, by its advice, and why, by its cause. */
  guidance: {
    advice: {
      spineDetected: 'So halten: Die Bücher sind gut zu sehen',
      holdSteady: 'Kamera ruhig halten',
      moveCloser: 'näher herangehen',
      straighten: 'Kamera gerade halten',
      avoidGlare: 'Winkel etwas ändern',
      moreLight: 'mehr Licht machen',
      pointAtBooks: 'Die Kamera auf Buchrücken richten',
    },
    cause: {
      blur: 'Das Bild ist unscharf',
      motion: 'Die Kamera bewegt sich',
      distance: 'Zu weit weg',
      tilt: 'Die Bücher stehen schräg',
      glare: 'Licht spiegelt sich auf den Buchrücken',
      darkness: 'Es ist zu dunkel',
      empty: '',
      clear: '',
    },
    /** What was measured, where a number helps. */
    measured: {
      distance: (value) => `Die Bücher sind etwa ${Math.max(1, Math.round(value))} px breit`,
      tilt: (value) => `(${Math.round(value)}°)`,
    },
    line: (cause, measured, advice) => {
      const why = [cause, measured].filter(Boolean).join(measured?.startsWith('(') ? ' ' : ': ')
      return why ? `${why}; ${advice}.` : `${advice}.`
    },
  },

  keys: {
    undo: 'Letzte Änderung rückgängig machen',
    redo: 'Wiederholen',
    check: 'Nächstes Buch, das zu prüfen ist',
    checkBack: 'Voriges Buch, das zu prüfen ist',
    next: 'Nächstes Buch',
    previous: 'Voriges Buch',
    edit: 'Text des ausgewählten Buchs eingeben',
    confirm: 'Ausgewähltes Buch bestätigen',
    remove: 'Ausgewähltes Buch löschen',
    add: 'Bücher hinzufügen, oder nicht mehr',
    turn: 'Buchrücken umdrehen',
    photo: 'Zum Foto',
    list: 'Zur Liste',
    layer: (name) => `Zeigen oder verbergen: ${name}`,
    again: 'Neues Foto',
    live: 'Livekamera',
    keep: 'Dieses Regal speichern',
    stop: 'Kamera beenden',
    letGo: 'Ausgewähltes Buch schließen',
  },
}
