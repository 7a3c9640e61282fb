/** Texts of the start page. */
export const home = {
  heading: 'Was soll Espy ansehen?',
  dropLabel: 'Ein eigenes Foto',
  lead: 'Nehmen Sie ein Foto auf, oder wählen Sie welche.',
  leadDrop: 'Ziehen Sie Fotos irgendwohin auf die Seite, fügen Sie eines ein, oder wählen Sie welche.',
  jobs: {
    count: { title: 'Zählen', text: 'Dinge, die sich gleichen', example: '23 Stück', sampleOf: 'Beispiel zeigen: Zählen' },
    rack: { title: 'Box', text: 'Codes einer Box mit Röhrchen lesen', example: '81 Röhrchen gelesen', sampleOf: 'Beispiel zeigen: Box' },
    shelf: { title: 'Regal', text: 'die Bücher darin auflisten', example: 'Titel und Standorte', sampleOf: 'Beispiel zeigen: Regal' },
    gallery: { title: 'Galerie', text: 'Fotos nach dem finden, was darauf ist', example: 'orange, Schild, Buch …' },
  },
  sample: 'Beispiel zeigen',
  recent: 'Letzte Ergebnisse',
  all: 'Alle Ergebnisse',
  choice: {
    title: { one: 'Was soll mit diesem Foto geschehen?', other: 'Was soll mit diesen {count} Fotos geschehen?' },
    jobs: { count: 'Dinge zählen, die sich gleichen', rack: 'Eine Box mit Röhrchen lesen', shelf: 'Die Bücher eines Regals auflisten', gallery: 'In die Galerie senden' },
    more: { one: 'und 1 weiteres', other: 'und {count} weitere' },
    several: 'Alle werden auf gleiche Weise verarbeitet und stehen in einer Tabelle.',
  },
}
