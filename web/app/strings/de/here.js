/** Texts about work done on this device, without a server. */
export const here = {
  privacy: 'Fotos bleiben auf diesem Gerät.',
  lost: 'Boxen lassen sich derweil auf diesem Gerät lesen.',
  read: 'Auf diesem Gerät gelesen',
  onlyHere: 'Espy ist nicht erreichbar. Dies sind die Ergebnisse, die dieses Gerät hat.',
  empty: 'Gelesene Boxen werden hier gespeichert, in diesem Browser und mit ihren Fotos. Wer die Daten dieser Website löscht, löscht auch sie.',
  noPicture: 'Für das Bild mit Markierungen und für XLSX braucht es Espy auf einem Computer.',
  setting: {
    label: 'Boxen auf diesem Gerät lesen',
    hint: 'Fotos von Boxen werden nicht an den Computer gesendet, auf dem Espy läuft. Die Ergebnisse bleiben in diesem Browser, bis Sie das ausschalten.',
  },
  sending: {
    done: {
      one: 'Eine Box, die auf diesem Gerät gelesen wurde, ist jetzt im Verlauf von Espy.',
      other: '{count} Boxen, die auf diesem Gerät gelesen wurden, sind jetzt im Verlauf von Espy.',
    },
    refused: 'Espy hat „{title}“ nicht angenommen: {why} Es bleibt auf diesem Gerät.',
  },
  needsServer: {
    title: 'Dafür braucht es Espy auf einem Computer',
    text: 'Diese Seite hat keinen Server. Sie liest Boxen mit Röhrchen auf diesem Gerät; für Zählen, Regale und Galerie braucht es „espy serve“.',
    rack: 'Box lesen',
  },
  about: {
    text: 'Diese Seiten kommen ohne Server aus. Fotos und Ergebnisse bleiben in diesem Browser, und nichts wird irgendwohin gesendet.',
    licenses: 'Lizenzen',
  },
}
