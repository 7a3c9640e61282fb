/** Texts about work done on this device, without a server. */
export const here = {
  privacy: 'Las fotos no salen de este dispositivo.',
  lostRacks: 'Mientras tanto, las cajas se pueden leer en este dispositivo.',
  lost: 'Mientras tanto, puede contar y leer cajas en este dispositivo.',
  read: 'Leído en este dispositivo',
  onlyHere: 'No se puede conectar con Espy. Estos son los resultados que tiene este dispositivo.',
  empty: 'Los resultados se guardan aquí, en este navegador, con sus fotos. Si borra los datos de este sitio, se borran también.',
  noPicture: 'La imagen con marcas y XLSX necesitan Espy en un ordenador.',
  noMarks: 'Los recuadros para otros programas necesitan Espy en un ordenador.',
  looking: 'Este dispositivo marca los libros y lee los códigos de barras. Los títulos necesitan Espy en un ordenador.',
  noTitles: 'Los títulos necesitan Espy en un ordenador.',
  shelf: {
    tile: { example: 'contornos en directo', text: 'marcar los libros que muestra la cámara' },
    title: 'Apunte la cámara a un estante',
    text: 'Este dispositivo marca los libros que muestra la cámara y lee sus códigos de barras. Las fotos de estantes, los títulos y las listas de libros necesitan Espy en un ordenador.',
  },
  setting: {
    label: 'Contar y leer cajas en este dispositivo',
    hint: 'Las fotos de cosas y de cajas, y lo que muestra la cámara en directo, no se envían al equipo donde funciona Espy; los resultados se quedan en este navegador hasta que lo desactive.',
  },
  sending: {
    done: {
      one: 'Un resultado de este dispositivo está ahora en el historial de Espy.',
      other: '{count} resultados de este dispositivo están ahora en el historial de Espy.',
    },
    refused: 'Espy no aceptó «{title}»: {why} Se queda en este dispositivo.',
  },
  needsServer: {
    title: 'Para esto hace falta Espy en un ordenador',
    text: 'Esta página no tiene servidor. Cuenta cosas y lee cajas de viales en este dispositivo; las recetas, los títulos de los libros y la galería necesitan «espy serve».',
    rack: 'Leer una caja',
  },
  about: {
    text: 'Estas páginas funcionan sin servidor. Las fotos y los resultados se quedan en este navegador y no se envía nada a ningún sitio.',
    licenses: 'Licencias',
  },
}
