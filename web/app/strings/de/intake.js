/** Texts for choosing, taking and reviewing a photo. */
export const intake = {
  camera: 'Foto aufnehmen',
  choose: 'Foto wählen',
  hint: 'Oder Fotos irgendwohin auf diese Seite ziehen oder eines einfügen.',
  privacy: 'Fotos bleiben auf dem Computer, auf dem Espy läuft.',
  drop: 'Foto hier ablegen',
  review: 'Ist das Foto scharf, und ist alles darauf?',
  photo: 'Das Foto {name}',
  unnamed: 'Das Foto, das Sie gewählt haben',
  pixels: '{width} × {height} Pixel',
  another: 'Anderes wählen',
  again: 'Neu aufnehmen',
  cancel: 'Abbrechen',
  sending: 'Foto wird gesendet…',
  preparing: 'Foto wird vorbereitet…',
  sent: '{share} gesendet',
  nothing: 'Im Abgelegten oder Eingefügten war kein Foto.',
  retry: 'Erneut versuchen',
  shrink: 'Verkleinern und weitermachen',
  notShrunk: 'Dieser Browser kann das Foto nicht verkleinern.',
  problems: {
    'not-an-image': {
      title: 'Das ist kein Foto, das Espy lesen kann',
      text: 'Espy liest JPEG, PNG, WebP, HEIC, AVIF, BMP, TIFF, GIF und DNG. Speichern Sie das Bild in einem dieser '
        + 'Formate, oder fotografieren Sie es ab.',
    },
    'too-large': {
      title: 'Dieses Foto ist zu groß',
      text: 'Espy nimmt Dateien bis {size}. Eine Kopie als JPEG ist viel kleiner, und darauf lässt sich ebenso gut zählen.',
    },
    'too-many-pixels': {
      title: 'Dieses Foto hat zu viele Pixel',
      text: 'Espy nimmt Fotos bis {pixels} Millionen Pixel.',
    },
    damaged: {
      title: 'Dieses Foto ist beschädigt',
      text: 'Ein Teil fehlt oder lässt sich nicht lesen. Wenn es von irgendwo kopiert wurde, kopieren Sie es noch einmal.',
    },
    empty: {
      title: 'Diese Datei ist leer',
      text: 'Vielleicht wurde sie nicht zu Ende kopiert. Wählen Sie eine andere.',
    },
    'photo-gone': {
      title: 'Das Foto ist nicht mehr hier',
      text: 'Espy behält Fotos nur eine Weile. Bitte wählen Sie es noch einmal.',
    },
    unreachable: {
      title: 'Das Foto konnte nicht gesendet werden',
      text: 'Espy ist nicht erreichbar. Das Foto wird gesendet, sobald Espy wieder antwortet.',
    },
  },

  /** Notes on the origin of a picture, if it is unusual. */
  source: {
    pages: 'Diese Datei hat {pages} Seiten. Gelesen wurde Seite {page}.',
    page: 'Seite {page}',
    frames: 'Dies ist eine Animation aus {frames} Bildern. Gelesen wurde das erste.',
    cut: 'Die Datei ist beschädigt: {percent} % des Bildes sind zu sehen, und mehr wurde nicht gelesen. Kopieren Sie sie nach Möglichkeit noch einmal.',
    damaged: 'Die Datei ist beschädigt, und ihr Bild kann stellenweise falsch sein. Kopieren Sie sie nach Möglichkeit noch einmal.',
  },
}
