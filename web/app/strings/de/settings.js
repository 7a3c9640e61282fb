/** Texts of the settings page. */
export const settings = {
  sections: {
    count: 'Zählen',
    rack: 'Boxen lesen',
    shelf: 'Regale lesen',
    keep: 'Verlauf',
    advanced: 'Weitere Optionen',
    device: 'Auf diesem Gerät',
    sharing: 'Handys und andere Geräte',
    about: 'Über Espy',
  },
  hint: 'Das sind die Optionen des Computers, auf dem Espy läuft. Jede Änderung wird sofort gespeichert.',

  of: {
    'count.confidence': {
      label: 'Nötige Sicherheit',
      hint: 'Wie sicher Espy sein muss, um etwas mitzuzählen. Niedriger findet mehr; höher irrt seltener.',
    },
    'count.similarity': {
      label: 'Ähnlichkeit',
      hint: 'Wie ähnlich sich Dinge sein müssen, um zusammen gezählt zu werden. Höher ergibt mehr und kleinere Sorten.',
    },
    'count.filter.size': {
      label: 'Abweichende Größen auslassen', hint: 'Was viel kleiner oder größer ist als seine Nachbarn, wird nicht gezählt.',
    },
    'count.filter.aspect': {
      label: 'Abweichende Formen auslassen', hint: 'Was viel länger oder breiter ist als das Übrige, wird nicht gezählt.',
    },
    'count.border': {
      label: 'Vom Rand abgeschnittene Dinge',
      hint: 'Am Rand des Fotos oder des Bereichs, den Sie zeichnen.',
      choices: { all: 'Alle zählen', half: 'Zählen, wenn mindestens die Hälfte innen liegt', whole: 'Nur ganze zählen' },
    },
    'count.pipeline': {
      label: 'Zählweise',
      hint: 'Feste Schritte gibt es zum Vergleich mit anderen Programmen.',
      choices: {
        auto: 'Automatisch: dem Foto anpassen oder Ihrem Beispiel folgen', adaptive: 'Dem Foto anpassen',
        seeker: 'Eines zeigen, alle finden', reference: 'Feste Schritte',
      },
    },
    'count.detector': { label: 'Modell, das Dinge findet', hint: 'Sein Name in „espy models list“.' },
    'count.embedder': { label: 'Modell, das Sorten unterscheidet', hint: 'Sein Name in „espy models list“, oder none.' },
    'rack.raw': { label: 'Werte in Tabellen unverändert', hint: 'Sonst bekommt ein Wert, den eine Tabellenkalkulation als Formel ausführen würde, einen Apostroph davor.' },
    'shelf.confidence': {
      label: 'Nötige Sicherheit bei Büchern', hint: 'Wie sicher Espy sein muss, dass da ein ganzer Buchrücken ist, von 0 bis 0,99. Niedriger umreißt mehr Bücher.',
    },
    'shelf.text': { label: 'Buchrücken lesen', hint: 'Sonst werden Bücher nur umrissen; das geht schneller.' },
    'shelf.language': { label: 'Sprachen der Buchrücken', hint: 'Mit den Namen von Tesseract, die häufigste zuerst: deu, oder deu+eng.' },
    'shelf.detector': {
      label: 'Was die Buchrücken findet', hint: 'Der trainierten Erkennung hilft ein neuronales Netz. „Automatisch“ nimmt sie, soweit die Verbreitung es vorsieht.',
      choices: { auto: 'Automatisch', classical: 'Klassisch, ohne Modell', trained: 'Trainiert', shadow: 'Beide suchen, „Automatisch“ wird gezeigt' },
    },
    'shelf.rollout': {
      label: 'Trainierte Erkennung der Rücken benutzen', hint: 'Auf so vielen Installationen, wenn die Erkennung der Buchrücken auf automatisch steht.',
      choices: { none: 'Keine', 5: '5 %', 25: '25 %', 50: '50 %', 100: 'Alle' },
    },
    'shelf.trained-off': { label: 'Trainierte Erkennung nie benutzen', hint: 'Geht allen anderen Optionen vor.' },
    'shelf.telemetry': {
      label: 'Aufschreiben, wie gut Regale gelesen werden',
      hint: 'Größe und Form der Buchrücken, wie sicher Espy ist, wie lange es dauert und was Sie korrigieren: keine Bilder, kein Text, '
        + 'keine Codes. Es bleibt auf diesem Computer, 7 Tage lang oder bis 10 MB; „espy shelf telemetry“ zeigt und löscht es. '
        + 'Wird es ausgeschaltet, endet das sofort.',
    },
    history: {
      label: 'Ergebnisse im Verlauf speichern',
      hint: 'Gespeichert werden das Ergebnis und ein kleines Bild dessen, was gefunden wurde.',
    },
    'history-limit': {
      label: 'Zählungen im Verlauf',
      hint: 'So viele bleiben; die ältesten werden zuerst gelöscht. Für Favoriten, Boxen und Regale gilt keine Grenze.',
    },
    'history-photos': {
      label: 'Fotos im Verlauf',
      hint: 'Mit einer kleinen Kopie lässt sich ein Ergebnis auch später ansehen, korrigieren und neu zählen. Ort und '
        + 'Kamera stehen nicht darin.',
      choices: { none: 'Keine speichern', small: 'Eine kleine Kopie mit höchstens 2.048 Pixeln speichern' },
    },
    'history-photos-limit': {
      label: 'Speicher für Fotos, in MB', hint: 'Ist er voll, werden die ältesten Fotos zuerst gelöscht und die von Favoriten zuletzt. Die Ergebnisse bleiben.',
    },
    'shelf.catalog': {
      label: 'Liste Ihrer Bücher', hint: 'Die Datei, an der Buchrücken erkannt werden: CSV oder XLSX mit Titel, Autor und ISBN. none: keine Liste.',
    },
    'gallery.tagger': { label: 'Modell für Stichwörter', hint: 'Sein Name in „espy models list“. none: nur Farben und Qualität.' },
    'gallery.detector': {
      label: 'Erkennung für die Galerie', hint: 'Findet 80 Arten von Dingen, etwa Tassen und Autos. auto: das größte installierte Modell; none: keins.',
    },
    'gallery.classifier': {
      label: 'Feinere Stichwörter', hint: 'Etwa die Rasse eines Hundes. auto: das größte installierte Modell; none: keins.',
    },
    'gallery.threshold': {
      label: 'Nötige Sicherheit für Stichwörter', hint: 'Wie sicher ein Stichwort sein muss, von 0.05 bis 0.99. auto: der gemessene Wert jedes Stichworts.',
    },
    'gallery.language': {
      label: 'Sprachen von Text in Fotos', hint: 'Kürzel von Tesseract, die häufigste zuerst: eng oder eng+deu. auto: alles Lesbare; none: keinen Text lesen.',
    },
    'gallery.faces': {
      label: 'Datei zum Finden von Gesichtern', hint: 'Eine Datei mit dem Gesichterfinder von MediaPipe. auto: die installierte; none: keine Gesichter suchen.',
    },
    'gallery.people': {
      label: 'Personen erkennen', hint: 'Sammelt die Gesichter derselben Person und findet ihre Fotos nach Namen. Alles bleibt auf diesem Rechner.',
    },
    'gallery.meaning': {
      label: 'Suche nach Bedeutung', hint: 'Das CLIP-Modell dafür. auto: das größte installierte; none: nur Stichwörter und Text.',
    },
    'gallery.jobs': { label: 'Fotos gleichzeitig erfassen', hint: 'Bei 0 wählt Espy.' },
    'gallery.max-load': {
      label: 'Erfassen unterbrechen ab dieser Last', hint: 'Last je Prozessor durch andere Programme; 1 ist ein Programm, das ständig rechnet. none: nie.',
    },
    'gallery.wait-for-charger': { label: 'Fotos nur am Strom erfassen', hint: 'Sonst wartet das Erfassen erst, wenn der Akku unter 30 % ist.' },
    'serve.port': { label: 'Port des Servers', hint: 'Gilt ab dem nächsten Start von Espy. 0: irgendein freier Port.' },
    threads: { label: 'Fotos gleichzeitig bearbeiten', hint: 'Bei 0 wählt Espy.' },
  },

  photos: {
    none: 'Zurzeit sind keine Fotos gespeichert.',
    room: { one: 'Gespeichert ist das Foto zu 1 Ergebnis: {size}.', other: 'Gespeichert sind die Fotos zu {count} Ergebnissen: {size}.' },
    action: 'Alle Fotos entfernen',
    confirm: {
      title: 'Alle gespeicherten Fotos entfernen?',
      text: 'Die Ergebnisse bleiben, lassen sich aber nicht mehr auf dem Foto ansehen oder korrigieren. Es gibt kein Zurück.',
      action: 'Entfernen',
    },
    done: { one: 'Das Foto zu 1 Ergebnis ist entfernt.', other: 'Die Fotos zu {count} Ergebnissen sind entfernt.' },
  },

  automatic: 'Espy wählen lassen',
  automaticValue: 'automatisch',
  setElsewhere: 'Beim Start von Espy mit {source} festgelegt. Das geht vor, was immer Sie hier wählen.',
  saved: '{label}: gespeichert',

  grid: {
    label: 'Zeilen und Spalten',
    choices: { auto: 'Aus dem Foto ermitteln', size: 'Die Box hat eine bekannte Größe', tolerance: 'Nach Abstand gruppieren' },
    rows: 'Zeilen',
    cols: 'Spalten',
    tolerance: 'Abstand',
    toleranceHint: 'Anpassen, wenn Röhrchen in die falsche Zeile oder Spalte geraten: Codes mit weniger Abstand teilen sich eine.',
    pixels: '{value} px',
    wrong: 'Bitte eine Zahl von 1 bis 64 eingeben.',
  },
  dimension: {
    label: 'Längste Seite beim Lesen',
    hint: 'Verkleinern, wenn das Lesen großer Fotos lange dauert.',
    whole: 'Das ganze Foto',
    pixels: '{value} Pixel',
  },

  lowering: {
    title: 'Die ältesten Zählungen löschen?',
    text: 'Zählungen über dieser Grenze: {count}. Sie werden endgültig gelöscht, die ältesten zuerst; Favoriten bleiben.',
    action: 'Löschen',
  },
  reset: {
    action: 'Zurücksetzen',
    done: 'Alle Optionen sind zurückgesetzt.',
    undone: 'Ihre Optionen sind wieder da.',
  },

  language: { label: 'Sprache', hint: 'Für diese Seiten, in diesem Browser.', automatic: 'Wie im Browser' },
  singleKeys: { label: 'Einzelne Tasten', hint: 'Tasten wie „?“ oder „j“ bewirken schon allein etwas. Schalten Sie das aus, wenn Sie dieses Gerät mit der Stimme steuern.' },

  sharing: {
    off: 'Zurzeit kann nur dieser Computer Espy benutzen. Damit es auch ein Handy kann, starten Sie Espy mit',
    command: 'espy serve --lan',
    scan: 'Scannen Sie diesen Code mit der Kamera eines Handys im selben Netz:',
    type: 'Oder öffnen Sie dort {url}, und geben Sie ein:',
    qr: 'QR-Code, der ein Gerät koppelt',
    failed: 'Der Code lässt sich gerade nicht zeigen.',
    remote: 'Weitere Geräte lassen sich auf dem Computer koppeln, auf dem Espy läuft.',
    open: 'Über diese Verbindung können Telefone kein Livebild zeigen, die App nicht installieren, nicht offline arbeiten und nichts teilen. Dafür Espy mit --tls starten.',
    devices: 'Gekoppelte Geräte',
    none: 'Noch ist kein Gerät gekoppelt.',
    current: 'dieses Gerät',
    seen: 'zuletzt benutzt: {date}',
    never: 'noch nicht benutzt',
    revoke: 'Entfernen',
    revokeOf: '{name} entfernen',
    confirm: {
      title: '„{name}“ entfernen?',
      text: 'Es kann Espy dann ab sofort nicht mehr benutzen, bis es wieder gekoppelt wird.',
      current: 'Das ist das Gerät vor Ihnen: Es kann Espy dann nicht mehr benutzen, bis es wieder gekoppelt wird.',
      action: 'Entfernen',
    },
    revoked: '„{name}“ ist entfernt.',
    paired: 'Ein neues Gerät ist gekoppelt: {name}.',
  },

  about: {
    version: 'Version',
    models: 'Benutzte Modelle',
    detector: 'findet Dinge',
    embedder: 'unterscheidet Sorten',
    none: 'keines',
    limits: 'Größtes Foto',
    limitsText: '{megabytes} MB, {megapixels} Millionen Pixel',
    connection: 'Verbindung',
    connections: {
      loopback: 'Nur dieser Computer',
      lan: 'Dieser Computer und gekoppelte Geräte, verschlüsselt',
      open: 'Dieser Computer und gekoppelte Geräte, nicht verschlüsselt',
    },
    privacy: 'Fotos und Ergebnisse bleiben auf Ihrem eigenen Computer. Espy sendet nichts nach außen.',
    privacyMore: 'Was gespeichert wird und wer es sehen kann',
    privacyFacts: [
      ['Was gespeichert wird',
        'Ergebnisse mit einem kleinen Bild und einer kleinen Kopie des Fotos, Ihre Korrekturen, Notizen '
        + 'und Rezepte, Bücherlisten, das Verzeichnis Ihrer Fotoordner, Personen darin, sobald Sie das '
        + 'einschalten, gekoppelte Geräte, Einstellungen. Ihre Fotodateien werden nur gelesen.'],
      ['Wo',
        'Im Datenordner des Computers, auf dem Espy läuft; „espy doctor“ zeigt ihn. Auf dem Telefon liegt '
        + 'nur, was noch nicht gesendet ist.'],
      ['Wie lange',
        'Zählungen, bis neuere ihren Platz brauchen, Kopien von Fotos, bis ihr Platz voll ist, gesendete '
        + 'Fotos eine Stunde nach der letzten Benutzung. Alles andere, bis Sie es löschen.'],
      ['Wie man es löscht',
        'Ergebnisse im Verlauf löschen; alle Kopien von Fotos hier unter Verlauf; Ordner in der Galerie '
        + 'entfernen; alle Daten zu Personen auf deren Seite „Personen“; Geräte hier entfernen. Gelöschte Ergebnisse lassen sich zehn Minuten lang '
        + 'zurückholen.'],
      ['Was den Computer verlässt', 'Nichts. Nur „espy models install“ baut eine Verbindung auf und fragt vorher.'],
      ['Wer es sehen kann',
        'Sie, alle mit einem gekoppelten Gerät und wer den Computer verwaltet. Ohne Verschlüsselung auch, '
        + 'wer im Netz mithört.'],
    ],
    documentation: 'Schnittstelle für Programme (OpenAPI)',
    keys: 'Alle Tasten zeigen',
  },
}
