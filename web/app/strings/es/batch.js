/** Texts of the table of several photos. */
export const batch = {
  title: '{photos}',
  hint: 'Mientras tanto se puede ir a otras páginas de Espy. Al recargar o cerrar esta ventana se detiene lo pendiente; lo ya hecho está '
    + 'en el historial.',
  bar: 'Fotos terminadas',
  status: {
    busy: 'Listas: {done} de {all}',
    all: { one: 'La foto está lista', other: 'Las {count} fotos están listas' },
    end: 'Listas: {done} de {photos}',
    stopped: 'Detenido. Listas: {done} de {all}',
    failed: 'Fallidas: {failed} de {all}',
    lost: 'Hay que elegir de nuevo {photos}.',
  },
  /** Announced by screen readers at intervals, and at the end. */
  said: {
    busy: 'Listas: {done} de {photos}{failed}.',
    end: 'Terminado: {done} de {photos}, {total} en total{failed}.',
    failed: { one: ', 1 fallida', other: ', {count} fallidas' },
  },
  /** After the sum of all photos. */
  sum: {
    count: { one: 'elemento', other: 'elementos' },
    rack: { one: 'tubo', other: 'tubos' },
    shelf: { one: 'libro', other: 'libros' },
  },
  range: '{low} a {high}',
  uncertain: 'inseguro',
  stop: 'Detener',
  goOn: 'Continuar',
  retryFailed: { one: 'Reintentar la fallida', other: 'Reintentar las {count} fallidas' },
  retry: 'Reintentar',
  retryOf: 'Reintentar {name}',
  more: 'Añadir fotos',
  missing: 'Elegir las fotos que faltan',
  known: { one: '1 foto ya está en la tabla.', other: '{count} fotos ya están en la tabla.' },
  export: { title: 'Guardar la tabla', csv: 'CSV', json: 'JSON', part: 'Lo pendiente va marcado en ella.' },
  table: {
    caption: '{photos} y lo que se encontró',
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
  /** By the server's name of the warning, which is shown if it is missing here. */
  warnings: {
    nothingFound: 'no se encontró nada', dark: 'foto oscura', bright: 'foto sobreexpuesta', blurred: 'foto borrosa', tooMany: 'demasiados puntos parecen un elemento',
    undecided: 'tal vez se busca otra cosa', onlyExamples: 'solo se encontró el ejemplo', unlikeRecipe: 'quizá no es lo que muestra la receta',
    originUnknown: 'esquina A1 dudosa', turnUnknown: 'giro dudoso', cornersDoNotFit: 'los pocillos tocados no encajan',
    largerThanGiven: 'más grande de lo indicado', noLattice: 'sin filas ni columnas visibles',
    fewCodes: 'pocos códigos', movedToNeighbor: 'códigos movidos a la posición de al lado', cellTaken: 'dos códigos en una posición',
    outsideGrid: 'códigos fuera de la caja', duplicate: 'un código repetido', unread: 'posiciones sin leer',
    outsidePhoto: 'caja incompleta en la foto', covered: 'posiciones tapadas', mirrored: 'foto invertida', partOfSeveral: 'un código es solo una parte', readerProgramming: 'un código no es un valor', damagedPhoto: 'foto dañada',
  },
  /** On the start screen, if there is a table. */
  last: {
    busy: '{photos} en proceso. Listas: {done}.',
    rest: 'Tabla de {photos}. Listas: {done}.',
    show: 'Ver la tabla',
  },
  back: { one: 'Volver a la foto', other: 'Volver a las {count} fotos' },
  gone: {
    title: 'Esta tabla ya no está',
    text: 'Se conserva mientras su ventana esté abierta y otras fotos no ocupen su lugar. Lo que se encontró está en el historial.',
    another: 'Elegir fotos',
  },
  keys: { next: 'Foto siguiente', previous: 'Foto anterior', open: 'Abrir la foto', retry: 'Reintentar la foto elegida' },
}
