/** Texts of the page that reads bookshelves. */
export const shelf = {
  title: 'Estante',
  lead: 'Apuntar la cámara a un estante de libros, o elegir una foto: Espy traza el contorno de cada libro y lee su lomo.',
  review: '¿Leer este estante?',
  read: 'Leer el estante',
  live: 'Cámara en vivo',

  progress: {
    title: 'Mirando el estante…',
    photo: 'La foto que se está mirando',
    bar: 'Progreso',
    cancel: 'Cancelar',
    cancelled: 'Cancelado.',
    /** By the server's name of the stage. */
    stages: {
      waiting: 'Esperando a que termine otro trabajo…',
      decoding: 'Abriendo la foto…',
      looking: 'Trazando el contorno de los libros…',
      reading: 'Leyendo los lomos…',
      keeping: 'Guardando el resultado…',
      done: 'Dibujando los contornos…',
    },
    gone: {
      title: 'Este resultado ya no está',
      text: 'Espy se reinició desde entonces, o pasó mucho tiempo. Si se guardó, está en el historial.',
    },
  },

  gone: {
    title: 'Este estante ya no está',
    text: 'Se borró o dejó sitio a otros más recientes.',
    start: 'Leer un estante',
  },

  none: {
    title: 'No se encontraron libros',
    text: 'Espy no ve lomos en esta foto.',
    dark: 'Espy no ve lomos en esta foto. Es muy oscura: más luz ayudará.',
    bright: 'Espy no ve lomos en esta foto. Está sobreexpuesta: menos luz ayudará.',
    advice: [
      'Mostrar los lomos de frente, uno o dos estantes cada vez.',
      'Acercarse hasta que se lean las letras, y mantener la cámara recta.',
      'Evitar reflejos en las cubiertas brillantes.',
      'Los libros que tienen las hojas hacia delante no muestran el lomo.',
    ],
    camera: 'Tomar otra foto',
    choose: 'Elegir una foto',
    photo: 'La foto en la que no se encontró nada',
  },

  warnings: {
    dark: 'La foto es oscura: puede que falten libros o que algunos estén mal leídos. Conviene repetirla con más luz.',
    bright: 'La foto está sobreexpuesta: puede que falten libros o que algunos estén mal leídos. Conviene repetirla con menos luz.',
  },

  result: {
    title: '{books}',
    headline: { one: 'libro', other: 'libros' },
    tally: {
      read: { one: '1 leído', other: '{count} leídos' }, unsure: { one: '1 dudoso', other: '{count} dudosos' },
      illegible: { one: '1 ilegible', other: '{count} ilegibles' }, unread: { one: '1 sin leer', other: '{count} sin leer' },
      codes: { one: '1 código de barras', other: '{count} códigos de barras' },
    },
    rows: { one: 'en un estante', other: 'en {count} estantes' },
    photo: 'La foto, con el contorno de cada libro',
    photoGone: 'La foto ya no se conserva y no se puede mostrar. Aún se puede corregir el resultado.',
    kept: 'En el historial',
    unsaved: 'Las correcciones aún no se han guardado. {why}',
    add: 'Añadir un libro',
    addHint: 'Dibujar un recuadro alrededor del libro que falta, o tocar su centro. También con las flechas e Intro.',
    lookHint: 'Tocar un libro para ver más. Arrastrar y pellizcar para mover y ampliar.',
    check: 'Revisar {books}',
    added: 'Añadido. {books}.',
    removed: 'Borrado. {books}.',
    restored: 'Recuperado. {books}.',
    confirmed: 'Confirmado.',
  },

  layers: { title: 'Qué se dibuja en la imagen', spines: 'Lomos', text: 'Texto', barcodes: 'Códigos de barras' },

  readings: {
    unread: 'sin leer', illegible: 'ilegible', unsure: 'dudoso', likely: 'probablemente leído', read: 'leído',
    typed: 'tecleado',
  },
  states: { confirmed: 'confirmado', added: 'añadido a mano', removed: 'borrado' },
  /** Confidence of a text. */
  textSure: { surely: 'seguro', probably: 'bastante seguro', perhaps: 'dudoso: conviene revisarlo' },
  /** Confidence that this is one book. */
  spineSure: { surely: 'sin duda un solo libro', probably: 'probablemente un solo libro', perhaps: 'quizá un solo libro' },
  /** An uncertain reading in a list. */
  maybe: '{text} (?)',
  noText: '–',
  describe: 'Libro {place} del estante {row}',
  describeCode: 'Código de barras {value}, {kind}',

  inspector: {
    title: 'Elegido',
    book: 'Libro {place}, estante {row}',
    removed: 'Libro borrado',
    crop: 'El lomo de cerca',
    cropOf: 'El lomo de cerca: {text}',
    turn: 'Darle la vuelta',
    text: 'Lo que está impreso en él',
    save: 'Guardar',
    back: 'Volver a lo leído',
    backTo: 'Volver a «{text}»',
    reading: 'Texto',
    outline: 'Contorno',
    unknown: 'En ningún diccionario',
    callNumber: 'Signatura',
    isbn: 'ISBN',
    list: 'En la lista',
    by: '{title}, de {author}',
    confirm: 'Confirmar',
    unconfirm: 'Quitar confirmación',
    remove: 'Borrar',
    restore: 'Recuperar',
    adjust: 'Cambiar el contorno',
    adjusted: 'Contorno listo',
    adjustHint: 'Arrastrar el contorno o sus esquinas. Con teclado, ir a la foto: Mayús y las flechas lo mueven, < y > cambian su tamaño.',
    smaller: 'Más pequeño',
    larger: 'Más grande',
    close: 'Cerrar el libro',
  },

  code: {
    title: 'Código de barras',
    value: 'Número',
    kind: 'Tipo',
    book: 'ISBN de un libro',
    other: 'no es de un libro',
    addOn: 'Suplemento',
    symbologies: { ean13: 'EAN-13', ean8: 'EAN-8', upcA: 'UPC-A' },
  },

  list: {
    title: 'Libros',
    label: 'Libros del estante, fila por fila',
    row: 'Estante',
    place: 'Lugar',
    text: 'Texto',
    isbn: 'ISBN',
    state: 'Estado',
    show: 'Mostrar el libro {place} del estante {row}',
    showRemoved: 'Mostrar el libro borrado',
    nothing: 'No hay ningún libro con contorno.',
  },
  codes: {
    title: 'Códigos de barras', label: 'Códigos de barras de la imagen', value: 'Número', kind: 'Tipo', show: 'Mostrar {value}',
  },

  export: {
    text: { one: '1 libro, encontrado con Espy', other: '{count} libros, encontrados con Espy' },
    stem: 'lomos',
  },

  camera: {
    title: 'Estante, en vivo',
    label: 'La imagen de la cámara, con el contorno de cada libro',
    stop: 'Detener',
    keep: 'Guardar este estante',
    keeping: 'Tomando la imagen…',
    sending: 'Enviando la imagen…',
    failed: 'No se pudo enviar la imagen. {why}',
    none: 'Ningún libro a la vista',
    books: '{books} a la vista',
    list: 'Libros a la vista',
    nothing: 'No hay ningún libro a la vista.',
    panel: 'Libro elegido',
    away: 'Ya no está a la vista.',
    reading: 'leyendo…',
    waiting: 'Espy no responde ahora mismo. Los contornos volverán en cuanto lo haga.',
    hint: 'Tocar un libro para ver su lomo de cerca.',
  },

  /** Texts by advice and by cause. */
  guidance: {
    advice: {
      spineDetected: 'Mantener así: los libros se ven bien',
      holdSteady: 'mantener la cámara quieta',
      moveCloser: 'acercarse más',
      straighten: 'enderezar la cámara',
      avoidGlare: 'cambiar un poco el ángulo',
      moreLight: 'añadir luz',
      pointAtBooks: 'Apuntar la cámara a los lomos de los libros',
    },
    cause: {
      blur: 'La imagen está borrosa',
      motion: 'La cámara se mueve',
      distance: 'Demasiado lejos',
      tilt: 'Los libros están inclinados',
      glare: 'La luz se refleja en los lomos',
      darkness: 'Está demasiado oscuro',
      empty: '',
      clear: '',
    },
    /** The measured value, if a number helps. */
    measured: {
      distance: ': los libros miden unos {value} px de ancho',
      tilt: ' {value}°',
    },
    line: '{why}; {advice}.',
  },

  keys: {
    check: 'Siguiente libro por revisar',
    checkBack: 'Anterior libro por revisar',
    next: 'Libro siguiente',
    previous: 'Libro anterior',
    edit: 'Teclear el texto del libro elegido',
    confirm: 'Confirmar el libro elegido',
    remove: 'Borrar el libro elegido',
    add: 'Añadir libros, o dejar de hacerlo',
    turn: 'Dar la vuelta al lomo',
    photo: 'Ir a la foto',
    list: 'Ir a la lista',
    layer: 'Mostrar u ocultar: {name}',
    live: 'Cámara en vivo',
    keep: 'Guardar este estante',
    stop: 'Detener la cámara',
    letGo: 'Cerrar el libro elegido',
  },
}
