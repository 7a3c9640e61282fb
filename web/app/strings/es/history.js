/** Texts of the history page. */
export const history = {
  filter: 'Mostrar',
  kinds: { all: 'Todo', count: 'Recuentos', rack: 'Cajas', shelf: 'Estantes' },
  search: {
    label: 'Buscar resultados', hint: 'Nombres, notas, códigos', none: 'Sin resultados',
    noneText: 'Ningún resultado tiene estas palabras en el nombre, la nota o un código.',
  },
  clear: 'Vaciar…',
  more: 'Ver más',
  total: { one: '{count} entrada', other: '{count} entradas' },
  days: { today: 'Hoy', yesterday: 'Ayer', week: 'Últimos 7 días' },

  things: { one: '{count} elemento', other: '{count} elementos' },
  vials: { one: '{count} tubo', other: '{count} tubos' },
  books: { one: '{count} libro', other: '{count} libros' },
  grid: '{rows} × {cols}',
  corrected: 'corregido',
  confirmedBy: 'revisado por {by}',
  favorite: 'Favorita',
  favoriteOf: 'Favorita: {title}',
  deleteOf: 'Borrar {title}',
  delete: 'Borrar',

  deleted: '«{title}» se borró.',
  restored: '«{title}» ha vuelto.',
  tooLate: 'Ya es tarde para recuperar «{title}».',
  nowFavorite: '«{title}» es favorita y se conserva hasta que alguien la borre.',
  noFavorite: '«{title}» ya no es favorita.',

  empty: {
    title: 'Aún no hay nada aquí',
    text: 'Lo que se cuenta y se lee se guarda aquí, en el equipo donde funciona Espy: el resultado y, si así lo dicen los ajustes, una copia pequeña de la foto.',
    count: 'Contar algo',
    rack: 'Leer una caja',
    shelf: 'Leer un estante',
  },
  emptyKind: {
    count: { title: 'Aún no hay recuentos', text: 'Los recuentos se guardarán aquí.' },
    rack: { title: 'Aún no hay cajas', text: 'Las cajas leídas se guardarán aquí.' },
    shelf: { title: 'Aún no hay estantes', text: 'Los estantes leídos se guardarán aquí.' },
  },

  clearing: {
    title: {
      all: '¿Vaciar el historial?', count: '¿Borrar todos los recuentos?', rack: '¿Borrar todas las cajas?',
      shelf: '¿Borrar todos los estantes?',
    },
    text: {
      one: 'Se borra una entrada. No se puede recuperar.',
      other: 'Se borran {count} entradas. No se pueden recuperar.',
    },
    onlyFavorites: 'No se borra nada: todas son favoritas.',
    keepFavorites: { one: 'Conservar la favorita', other: 'Conservar {count} favoritas' },
    action: 'Borrar',
    done: { one: 'Se borró una entrada.', other: 'Se borraron {count} entradas.' },
  },

  keys: {
    search: 'Buscar resultados',
    next: 'Entrada siguiente',
    previous: 'Entrada anterior',
    open: 'Abrir la entrada',
    favorite: 'Marcar la entrada como favorita, o dejar de hacerlo',
    delete: 'Borrar la entrada',
  },
}
