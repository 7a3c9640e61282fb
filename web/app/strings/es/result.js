/** Texts that the screens of all results have. */
export const result = {
  again: 'Nueva foto',
  undo: 'Deshacer',
  redo: 'Rehacer',
  saving: 'Guardando…',
  unkept: 'Este resultado no se guarda en el historial. Se pierde al cerrar esta página.',
  unkeptWhy: 'Este resultado no se pudo guardar en el historial: {why} Se pierde al cerrar esta página.',
  history: 'Ver el historial',
  export: {
    title: 'Guardar y compartir',
    picture: 'Imagen',
    table: 'CSV',
    json: 'JSON',
    share: 'Compartir',
    unkept: 'Este resultado no está en el historial: solo se puede guardar como CSV o JSON.',
    failed: 'No se pudo guardar. {why}',
  },
  keys: {
    undo: 'Deshacer el último cambio',
    redo: 'Rehacerlo',
    again: 'Nueva foto',
  },
}
