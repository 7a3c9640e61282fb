const books = (count) => (count === 1 ? '1 libro' : `${count} libros`)
/** The sign stays with its number. */
const percent = (share) => `${Math.round(share * 100)}\u00a0%`

/** Texts of the page that looks at bookshelves. */
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
    /** By the stage that the server names. */
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
      history: 'Ver el historial',
    },
  },

  gone: {
    title: 'Este estante ya no está',
    text: 'Se borró o dejó sitio a otros más recientes.',
    history: 'Ver el historial',
    start: 'Leer un estante',
  },

  none: {
    title: 'No se encontraron libros',
    text: 'Espy no ve lomos en esta foto.',
    dark: 'Espy no ve lomos en esta foto. Es muy oscura: más luz ayudará.',
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

  result: {
    title: books,
    headline: (count) => (count === 1 ? 'libro' : 'libros'),
    sentence: ({ count, read, unsure, illegible, codes }) => [
      read > 0 && (read === 1 ? '1 leído' : `${read} leídos`), unsure > 0 && (unsure === 1 ? '1 dudoso' : `${unsure} dudosos`),
      illegible > 0 && (illegible === 1 ? '1 ilegible' : `${illegible} ilegibles`),
      count - read - unsure - illegible > 0 && `${count - read - unsure - illegible} sin leer`,
      codes > 0 && (codes === 1 ? '1 código de barras' : `${codes} códigos de barras`),
    ].filter(Boolean).join(', '),
    rows: (rows) => (rows === 1 ? 'en un estante' : `en ${rows} estantes`),
    photo: 'La foto, con el contorno de cada libro',
    photoGone: 'La foto ya no se conserva y no se puede mostrar. Aún se puede corregir el resultado.',
    again: 'Nueva foto',
    saving: 'Guardando…',
    kept: 'En el historial',
    unkept: 'Este resultado no se guarda en el historial. Se pierde al cerrar esta página.',
    unkeptWhy: (why) => `Este resultado no se pudo guardar en el historial: ${why} Se pierde al cerrar esta página.`,
    unsaved: (why) => `Las correcciones aún no se han guardado. ${why}`,
    undo: 'Deshacer',
    redo: 'Rehacer',
    add: 'Añadir un libro',
    addHint: 'Dibujar un recuadro alrededor del libro que falta, o tocar su centro. También con las flechas e Intro.',
    lookHint: 'Tocar un libro para ver más. Arrastrar y pellizcar para mover y ampliar.',
    check: (count) => `Revisar ${books(count)}`,
    added: (count) => `Añadido. ${books(count)}.`,
    removed: (count) => `Borrado. ${books(count)}.`,
    restored: (count) => `Recuperado. ${books(count)}.`,
    confirmed: 'Confirmado.',
  },

  layers: { title: 'Qué se dibuja en la imagen', spines: 'Lomos', text: 'Texto', barcodes: 'Códigos de barras' },

  readings: {
    unread: 'sin leer', illegible: 'ilegible', unsure: 'dudoso', likely: 'probablemente leído', read: 'leído',
    typed: 'tecleado',
  },
  states: { confirmed: 'confirmado', added: 'añadido a mano', removed: 'borrado' },
  /** How sure the text is. */
  textSure: (share) => (share >= 0.9 ? 'seguro' : share >= 0.7 ? 'bastante seguro' : 'dudoso: conviene revisarlo'),
  /** How sure it is that this is one book. */
  spineSure: (share) => (share >= 0.9 ? 'sin duda un solo libro' : share >= 0.8 ? 'probablemente un solo libro' : 'quizá un solo libro'),
  share: percent,
  /** An unsure reading, as it stands in lists. */
  maybe: (text) => `${text} (?)`,
  noText: '–',
  describe: (book, text, state) => [`Libro ${book.place + 1} del estante ${book.row + 1}`, text, state].filter(Boolean).join(', '),
  describeCode: (value, kind) => `Código de barras ${value}, ${kind}`,

  inspector: {
    title: 'Elegido',
    book: (book) => (book.isRemoved ? 'Libro borrado' : `Libro ${book.place + 1}, estante ${book.row + 1}`),
    crop: (text) => (text ? `El lomo de cerca: ${text}` : 'El lomo de cerca'),
    turn: 'Darle la vuelta',
    text: 'Lo que está impreso en él',
    save: 'Guardar',
    back: (text) => (text ? `Volver a «${text}»` : 'Volver a lo leído'),
    reading: 'Texto',
    outline: 'Contorno',
    isbn: 'ISBN',
    list: 'En la lista',
    by: (title, author) => (author ? `${title}, de ${author}` : title),
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
    show: (book) => (book.isRemoved ? 'Mostrar el libro borrado' : `Mostrar el libro ${book.place + 1} del estante ${book.row + 1}`),
    nothing: 'No hay ningún libro con contorno.',
  },
  codes: {
    title: 'Códigos de barras', label: 'Códigos de barras de la imagen', value: 'Número', kind: 'Tipo', show: (value) => `Mostrar ${value}`,
  },

  export: {
    title: 'Guardar y compartir',
    picture: 'Imagen',
    table: 'CSV',
    json: 'JSON',
    share: 'Compartir',
    text: (count) => `${books(count)}, ${count === 1 ? 'encontrado' : 'encontrados'} con Espy`,
    gone: 'La foto ya no se conserva, así que no hay imagen con contornos. CSV y JSON siguen disponibles.',
    unkept: 'Este resultado no está en el historial: solo se puede guardar como CSV o JSON.',
    failed: (why) => `No se pudo guardar. ${why}`,
    stem: 'lomos',
  },

  camera: {
    title: 'Estante, en vivo',
    label: 'La imagen de la cámara, con el contorno de cada libro',
    stop: 'Detener',
    keep: 'Guardar este estante',
    keeping: 'Tomando la imagen…',
    sending: 'Enviando la imagen…',
    failed: (why) => `No se pudo enviar la imagen. ${why}`,
    books: (count) => (count === 0 ? 'Ningún libro a la vista' : `${books(count)} a la vista`),
    list: 'Libros a la vista',
    nothing: 'No hay ningún libro a la vista.',
    panel: 'Libro elegido',
    away: 'Ya no está a la vista.',
    reading: 'leyendo…',
    waiting: 'Espy no responde ahora mismo. Los contornos volverán en cuanto lo haga.',
    hint: 'Tocar un libro para ver su lomo de cerca.',
    place: (book) => `Libro ${book.place + 1}, estante ${book.row + 1}`,
  },

  /** What to do, by its advice, and why, by its cause. */
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
    /** What was measured, where a number helps. */
    measured: {
      distance: (value) => `los libros miden unos ${Math.max(1, Math.round(value))} px de ancho`,
      tilt: (value) => `${Math.round(value)}°`,
    },
    line: (cause, measured, advice) => {
      const why = [cause, measured].filter(Boolean).join(measured?.endsWith('°') ? ' ' : ': ')
      return why ? `${why}; ${advice}.` : `${advice}.`
    },
  },

  keys: {
    undo: 'Deshacer el último cambio',
    redo: 'Rehacerlo',
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
    layer: (name) => `Mostrar u ocultar: ${name}`,
    again: 'Nueva foto',
    live: 'Cámara en vivo',
    keep: 'Guardar este estante',
    stop: 'Detener la cámara',
    letGo: 'Cerrar el libro elegido',
  },
}
