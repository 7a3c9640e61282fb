/** Texts of the viewfinder. */
export const camera = {
  title: 'Foto aufnehmen',
  shutter: 'Foto aufnehmen',
  close: 'Kamera schließen',
  switch: 'Andere Kamera benutzen',
  torch: 'Licht',
  starting: 'Kamera startet…',
  ready: 'Die Kamera ist bereit. Die Leertaste löst aus.',
  guide: 'Die Box in das Quadrat einpassen und die Kamera gerade darüber halten.',
  native: 'Kamera-App öffnen',
  choose: 'Foto wählen',
  retry: 'Erneut versuchen',
  problems: {
    denied: {
      title: 'Espy darf die Kamera nicht benutzen',
      text: 'Um es zu erlauben, drücken Sie auf das Zeichen neben der Adresse dieser Seite, lassen Sie die Kamera zu, und '
        + 'versuchen Sie es erneut. Auf einem Handy kann die Kamera auch in den Systemeinstellungen für den Browser ausgeschaltet sein.',
    },
    none: {
      title: 'Keine Kamera gefunden',
      text: 'Schließen Sie eine an und versuchen Sie es erneut, oder wählen Sie ein Foto, das Sie schon haben.',
    },
    busy: {
      title: 'Die Kamera ist belegt',
      text: 'Eine andere App oder Seite benutzt sie. Schließen Sie diese und versuchen Sie es erneut.',
    },
    insecure: {
      title: 'Kein Livebild über diese Verbindung',
      text: 'Browser zeigen die Kamera nur über eine sichere Verbindung. Wählen Sie ein Foto, oder nehmen Sie eines mit der '
        + 'Kamera-App eines Handys auf: Das hat die volle Auflösung. Oder starten Sie Espy mit --tls.',
    },
    failed: {
      title: 'Die Kamera ließ sich nicht starten',
      text: 'Versuchen Sie es erneut, oder wählen Sie ein Foto, das Sie schon haben.',
    },
  },
}
