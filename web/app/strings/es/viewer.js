/** The meaning of each style of mark. */
const styles = {
  main: 'contado', other: 'no contado', doubt: 'contado, dudoso', maybe: 'no contado, dudoso',
  added: 'añadido a mano',
  removed: 'quitado a mano', read: 'leído', unread: 'sin leer', uncoded: 'sin código', empty: 'vacía',
  outside: 'fuera de la caja', typed: 'tecleado',
  spine: 'libro', spineLikely: 'probablemente un libro', spineUnsure: 'quizá un libro', confirmed: 'confirmado',
  bookCode: 'código de barras de un libro', otherCode: 'código de barras, no de un libro', textRegion: 'texto',
}

/** Texts of the photo viewer. */
export const viewer = {
  role: 'visor de fotos',
  help: 'Más y menos amplían y reducen, 0 muestra la foto entera. Las flechas mueven la foto. Intro o N va al primer recuadro; '
    + 'después, las flechas van de recuadro en recuadro, N y P al siguiente y al anterior, y Esc vuelve a la foto.',
  zoom: 'Ampliación',
  zoomIn: 'Ampliar',
  zoomOut: 'Reducir',
  fit: 'Ver la foto entera',
  none: 'No hay nada elegido.',
  crosshair: 'al {across} desde la izquierda, al {down} desde arriba',
  styles,
  show: 'Mostrar {name}',
  /** Keys while the photo has the focus. */
  keys: {
    zoom: 'Ampliar, reducir la foto',
    fit: 'Ver la foto entera',
    move: 'Mover la foto, o ir al recuadro siguiente en esa dirección',
    walk: 'Recuadro siguiente, anterior',
    act: 'Elegir un recuadro, actuar sobre él; al dibujar, poner una esquina o un recuadro',
    leave: 'Cerrar el recuadro',
    change: 'Reducir, agrandar un recuadro añadido',
    back: 'Deshacer la última esquina',
  },
}
