/** Texts about work done on this device, without a server. */
export const here = {
  privacy: 'Fotos bleiben auf diesem Gerät.',
  lostRacks: 'Boxen lassen sich derweil auf diesem Gerät lesen.',
  lost: 'Derweil können Sie auf diesem Gerät zählen und Boxen lesen.',
  read: 'Auf diesem Gerät gelesen',
  onlyHere: 'Espy ist nicht erreichbar. Dies sind die Ergebnisse, die dieses Gerät hat.',
  empty: 'Ergebnisse werden hier gespeichert, in diesem Browser und mit ihren Fotos. Wer die Daten dieser Website löscht, löscht auch sie.',
  noPicture: 'Für das Bild mit Markierungen und für XLSX braucht es Espy auf einem Computer.',
  noMarks: 'Kästen für andere Programme brauchen Espy auf einem Computer.',
  looking: 'Dieses Gerät umrandet die Bücher und liest Strichcodes. Für Titel braucht es Espy auf einem Computer.',
  noTitles: 'Für Titel braucht es Espy auf einem Computer.',
  shelf: {
    tile: { example: 'Umrisse, live', text: 'die Bücher vor der Kamera umranden' },
    title: 'Richten Sie die Kamera auf ein Regal',
    text: 'Dieses Gerät die Bücher vor der Kamera umranden, und liest ihre Strichcodes. Für Fotos von Regalen, Titel und Bücherlisten braucht es Espy auf einem Computer.',
  },
  setting: {
    label: 'Auf diesem Gerät zählen und Boxen lesen',
    hint: 'Fotos von Dingen und Boxen und das Bild der Live-Kamera werden nicht an den Computer gesendet, auf dem Espy läuft. Die Ergebnisse bleiben in diesem Browser, bis Sie das ausschalten.',
  },
  sending: {
    done: {
      one: 'Ein Ergebnis von diesem Gerät ist jetzt im Verlauf von Espy.',
      other: '{count} Ergebnisse von diesem Gerät sind jetzt im Verlauf von Espy.',
    },
    refused: 'Espy hat „{title}“ nicht angenommen: {why} Es bleibt auf diesem Gerät.',
  },
  needsServer: {
    title: 'Dafür braucht es Espy auf einem Computer',
    text: 'Diese Seite hat keinen Server. Sie zählt Dinge und liest Boxen mit Röhrchen auf diesem Gerät; für Rezepte, Buchtitel und Galerie braucht es „espy serve“.',
    rack: 'Box lesen',
  },
  about: {
    text: 'Diese Seiten kommen ohne Server aus. Fotos und Ergebnisse bleiben in diesem Browser, und nichts wird irgendwohin gesendet.',
    licenses: 'Lizenzen',
  },
}
