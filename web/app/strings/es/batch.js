const photos = (count) => (count === 1 ? '1 foto' : `${count} fotos`)
const range = ({ low, high }) => (low === high ? `${low}` : `${low} a ${high}`)
const failures = (count) => (count === 1 ? '1 fallida' : `${count} fallidas`)

/** Texts of the table of several photos that are counted or read together. */
export const batch = {
  title: photos,
  hint: 'Mientras tanto se puede ir a otras páginas de Espy. Al recargar o cerrar esta ventana se detiene lo pendiente; lo ya hecho está '
    + 'en el historial.',
  bar: 'Fotos terminadas',
  status: {
    busy: ({ done, all }) => `Listas: ${done} de ${all}`,
    end: (done, all) => {
      if (done !== all) return `Listas: ${done} de ${photos(all)}.`
      return all === 1 ? 'La foto está lista.' : `Las ${all} fotos están listas.`
    },
    stopped: ({ done, all }) => `Detenido. Listas: ${done} de ${all}`,
    failed: (failed, all) => `Fallidas: ${failed} de ${all}`,
    lost: (lost) => `${photos(lost)} por elegir de nuevo`,
  },
  /** What is read out now and then, and at the end. */
  said: {
    busy: ({ done, all, failed }) => `Listas: ${done} de ${photos(all)}${failed ? `, ${failures(failed)}` : ''}.`,
    end: ({ done, all, failed, count }) => (
      `Terminado: ${done} de ${photos(all)}, ${count} en total${failed ? `, ${failures(failed)}` : ''}.`),
  },
  /** After the sum of all photos. */
  sum: {
    count: (count) => (count === 1 ? 'elemento' : 'elementos'),
    rack: (count) => (count === 1 ? 'tubo' : 'tubos'),
    shelf: (count) => (count === 1 ? 'libro' : 'libros'),
  },
  probably: ({ low, high }) => (low === high ? '' : `probablemente entre ${low} y ${high}`),
  range,
  stop: 'Detener',
  goOn: 'Continuar',
  retryFailed: (failed) => (failed === 1 ? 'Reintentar la fallida' : `Reintentar las ${failed} fallidas`),
  retry: 'Reintentar',
  retryOf: (name) => `Reintentar ${name}`,
  more: 'Añadir fotos',
  missing: 'Elegir las fotos que faltan',
  known: (count) => (count === 1 ? '1 foto ya está en la tabla.' : `${count} fotos ya están en la tabla.`),
  export: { title: 'Guardar la tabla', csv: 'CSV', json: 'JSON', part: 'Lo pendiente va marcado en ella.' },
  table: {
    caption: (count) => `${photos(count)} y lo que se encontró`,
    name: 'Foto', count: { count: 'Número', rack: 'Tubos', shelf: 'Libros' }, range: 'Margen', state: 'Estado',
    total: 'Total', unnamed: 'Foto',
  },
  states: {
    waiting: 'En espera', sending: 'Enviando', working: { count: 'Contando', rack: 'Leyendo', shelf: 'Leyendo' }, done: 'Lista',
    look: 'Revisar', failed: 'Fallida', lost: 'Falta',
  },
  corrected: 'corregido a mano',
  lost: 'La ventana se recargó antes de que llegara su turno. Hay que elegir la foto otra vez.',
  unreadable: 'El archivo ya no se puede leer. Tal vez se movió o cambió.',
  waitingIn: 'pendiente',
  /** By the word of the server; what is missing here is shown as that word. */
  warnings: {
    nothingFound: 'no se encontró nada', dark: 'foto oscura', tooMany: 'demasiados puntos parecen un elemento',
    undecided: 'tal vez se busca otra cosa', unlikeRecipe: 'quizá no es lo que muestra la receta',
    originUnknown: 'esquina A1 dudosa', turnUnknown: 'giro dudoso', cornersDoNotFit: 'los pocillos tocados no encajan',
    largerThanGiven: 'más grande de lo indicado', noLattice: 'sin filas ni columnas visibles',
    fewCodes: 'pocos códigos', movedToNeighbor: 'códigos movidos a la posición de al lado', cellTaken: 'dos códigos en una posición',
    outsideGrid: 'códigos fuera de la caja', duplicate: 'un código repetido', unread: 'posiciones sin leer',
    partOfSeveral: 'un código es solo una parte', readerProgramming: 'un código no es un valor', damagedPhoto: 'foto dañada',
  },
  /** On the first screen, while there is a table. */
  last: {
    busy: ({ done, all }) => `${photos(all)} en proceso. Listas: ${done}.`,
    rest: ({ done, all }) => `Tabla de ${photos(all)}. Listas: ${done}.`,
    show: 'Ver la tabla',
  },
  back: (count) => (count === 1 ? 'Volver a la foto' : `Volver a las ${count} fotos`),
  gone: {
    title: 'Esta tabla ya no está',
    text: 'Se conserva mientras su ventana esté abierta y otras fotos no ocupen su lugar. Lo que se encontró está en el historial.',
    history: 'Ver el historial', another: 'Elegir fotos',
  },
  keys: { next: 'Foto siguiente', previous: 'Foto anterior', open: 'Abrir la foto', retry: 'Reintentar la foto elegida' },
}
