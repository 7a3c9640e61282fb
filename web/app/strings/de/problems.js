/** Error messages for the user. */
export const problems = {
  unknown: 'Etwas ist schiefgegangen. Bitte versuchen Sie es erneut.',
  unreachable: 'Espy ist nicht erreichbar. Läuft es noch, und ist dieses Gerät im selben Netz?',

  /** By the server's kind of problem. If it is missing here, the server's message is shown. */
  of: {
    'changed-elsewhere': 'Jemand anders hat dieses Foto neu ausgewertet; Ihre Korrekturen passen nicht mehr dazu. Laden Sie die Seite neu.',
    'not-an-image': 'Diese Datei ist kein Foto, das Espy lesen kann. Es liest JPEG, PNG, WebP, HEIC, AVIF, BMP, TIFF, GIF und DNG.',
    'too-large': 'Dieses Foto ist zu groß zum Senden.',
    'too-many-pixels': 'Dieses Foto hat mehr Pixel, als Espy annimmt. Eine kleinere Kopie genügt.',
    damaged: 'Dieses Foto ist beschädigt: Ein Teil fehlt oder lässt sich nicht lesen.',
    'photo-gone': 'Das Foto ist nicht mehr gespeichert. Bitte wählen Sie es noch einmal.',
    'not-paired': 'Dieses Gerät ist nicht mit Espy gekoppelt.',
    'wrong-code': 'Das ist nicht der Code, den der Computer jetzt zeigt.',
    'too-many-tries': 'Zu viele falsche Codes. Bitte warten Sie eine Minute, und versuchen Sie es dann erneut.',
    'too-many-devices': 'Mehr Geräte lassen sich nicht koppeln. Entfernen Sie in den Optionen eines, das nicht mehr benutzt wird.',
    'local-only': 'Das geht nur auf dem Computer, auf dem Espy läuft.',
    'not-shared': 'Espy ist für andere Geräte nicht offen. Starten Sie es dafür mit „espy serve --lan“.',
    busy: 'Espy hat gerade zu viel zu tun. Bitte versuchen Sie es gleich noch einmal.',
    'foreign-origin': 'Espy nimmt Aufträge nur von seinen eigenen Seiten an.',
    'wrong-host': 'Unter dieser Adresse antwortet Espy nicht.',
    'file-gone': 'Die Datei dieses Fotos lässt sich gerade nicht lesen. Vielleicht ist der Datenträger nicht angeschlossen.',
    'not-found': 'Das ist nicht hier, oder nicht mehr.',
    'internal-error': 'In Espy ist etwas schiefgegangen. Bitte versuchen Sie es erneut.',
    'not-an-image-here': 'Dieser Browser kann das Foto nicht öffnen. Speichern Sie es als JPEG oder PNG.',
    'too-large-here': 'Dieses Foto ist zu groß, um auf diesem Gerät gelesen zu werden. Eine Kopie mit höchstens 50 Megapixeln genügt.',
    'reader-gone': 'Ein Teil dieser App ließ sich nicht laden. Öffnen Sie diese Seite einmal mit Verbindung.',
    'no-room-here': 'Dieser Browser hat keinen Platz mehr. Löschen Sie Ergebnisse, die Sie nicht mehr brauchen.',
    'needs-server': 'Dafür braucht es Espy auf einem Computer.',
    'list-not-text-here': 'Auf diesem Gerät muss eine Liste Text in UTF-8 sein, etwa CSV.',
    'no-other-scan-here': 'Es gibt keine andere Aufnahme, mit der die Box verglichen werden kann.',
  },
}
