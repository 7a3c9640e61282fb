/** Texts of the page that reads racks. */
export const rack = {
  title: 'Caja',
  lead: 'Fotografiar una caja de tubos justo desde arriba, o elegir una foto.',
  reviewTitle: '¿Leer esta caja?',
  read: 'Leer la caja',

  progress: {
    title: 'Leyendo la caja…',
    photo: 'La foto que se está leyendo',
    bar: 'Progreso',
    cancel: 'Cancelar',
    cancelled: 'Cancelado.',
    /** By the server's name of the stage. */
    stages: {
      waiting: 'Esperando a que termine otro trabajo…',
      decoding: 'Preparando la imagen…',
      reading: 'Buscando códigos DataMatrix…',
      placing: 'Deduciendo las posiciones…',
      judging: 'Mirando las posiciones sin código…',
      rereading: 'Mirando otra vez los códigos difíciles de leer…',
      keeping: 'Guardando el resultado…',
      done: 'Dibujando las marcas…',
    },
    gone: {
      title: 'Este resultado ya no está',
      text: 'Espy se reinició desde entonces, o pasó mucho tiempo. Si se guardó, está en el historial.',
    },
    again: 'Leer la foto otra vez',
  },

  none: {
    title: 'No se encontraron códigos',
    text: 'No hay códigos DataMatrix a la vista. Más luz o un mejor enfoque pueden ayudar.',
    dark: 'No hay códigos DataMatrix a la vista. La foto es muy oscura: más luz ayudará.',
    bright: 'No hay códigos DataMatrix a la vista. La foto está sobreexpuesta: menos luz ayudará.',
    blurred: 'No hay códigos DataMatrix a la vista. La foto está borrosa: mantenga la cámara quieta y toque la caja en la pantalla para enfocar.',
    advice: [
      'Acercarse, para que la caja llene la foto.',
      'Mantener la cámara quieta y justo encima de la caja, y tocar la caja en la pantalla para enfocar.',
      'Apagar el flash y evitar reflejos en los tapones.',
      'Espy lee códigos DataMatrix cuadrados; no lee códigos QR ni códigos de barras con líneas.',
    ],
    camera: 'Tomar otra foto',
    choose: 'Elegir una foto',
    photo: 'La foto en la que no se encontró nada',
  },

  result: {
    title: 'Caja de {rows} × {cols}',
    list: 'Códigos sin orden',
    named: 'Recipiente con {count} posiciones',
    unplaced: 'Posiciones desconocidas',
    again: 'Nueva lectura',
  },

  /** Parts of the sentence that summarizes the box. */
  summary: {
    read: { one: '{count} tubo leído', other: '{count} tubos leídos' },
    typed: { one: '{count} tecleado', other: '{count} tecleados' },
    unread: { one: '{count} sin leer', other: '{count} sin leer' },
    uncoded: { one: '{count} sin código', other: '{count} sin código' },
    empty: { one: '{count} posición vacía', other: '{count} posiciones vacías' },
    outside: { one: '{count} código fuera de la caja', other: '{count} códigos fuera de la caja' },
    unplaced: 'posiciones desconocidas',
    comma: ', ',
    complete: 'Se leyó todo lo que tiene código.',
    look: 'Se leyeron todos los códigos. Conviene mirar lo que no tiene ninguno.',
    check: 'Conviene revisar lo que aparece aquí.',
    toCheck: '{count} por comprobar',
    notes: { one: '{count} aviso', other: '{count} avisos' },
    next: 'Siguiente',
    nextLong: 'Ir a la siguiente posición sin valor',
    more: 'y {count} más',
  },

  /** Two taps on a photo that does not show where the box begins. */
  placing: {
    begin: 'Tocar el primer y el último pocillo',
    first: 'Tocar el centro del pocillo A1, el primero de la caja.',
    last: 'Tocar ahora el centro del pocillo {well}, el último de la caja.',
    lastBare: 'Tocar ahora el centro del último pocillo de la caja, en la esquina opuesta.',
    cancel: 'Cancelar',
  },

  warnings: {
    title: 'Para revisar',
    show: 'Mostrar {well}',
    showOutside: 'Mostrar',
    originUnknown: 'La foto no muestra paredes ni pocillos vacíos que digan dónde empieza la caja, así que no se indica '
      + 'ningún pocillo. Fotografiar la caja entera con su borde o tocar en esta foto su primer y su último pocillo.',
    turnUnknown: 'Los códigos no muestran cómo está girado el recipiente, así que no se indica ninguna posición. Indicar el giro.',
    cornersDoNotFit: 'Los pocillos tocados no encajan con los códigos ni con el tamaño de la caja. Tocarlos otra vez o cambiar el tamaño.',
    largerThanGiven: 'Los códigos llegan más allá del tamaño indicado. Se usa el tamaño que necesitan.',
    noLattice: 'Los códigos no forman filas ni columnas. Aparecen en el orden en que se leyeron.',
    fewCodes: 'Se leyeron muy pocos códigos para saber con certeza cuántas posiciones hay entre ellos.',
    movedToNeighbor: 'Dos códigos caen en la misma posición. Pasó a la posición libre de al lado: {value}.',
    cellTaken: 'Dos códigos caen en la misma posición. Queda fuera de la caja: {value}.',
    outsideGrid: 'En ninguna posición de la caja: {value}. Puede ser el código de la propia caja.',
    duplicate: 'En más de una posición: {value}.',
    dark: 'La foto es muy oscura. Los pocillos que parecen vacíos pueden no estarlo; conviene repetirla con más luz.',
    bright: 'La foto está sobreexpuesta. Los pocillos que parecen vacíos pueden no estarlo; conviene repetirla con menos luz.',
    blurred: 'La foto está borrosa. Los pocillos que parecen vacíos pueden no estarlo; mantenga la cámara quieta y repítala.',
    damagedPhoto: 'El archivo de la foto está dañado. Lo que no muestra no se leyó.',
    partOfSeveral: '{value} es solo la parte {part} de {parts} de lo que dicen juntos los códigos de varias '
      + 'etiquetas. El valor completo las necesita todas.',
    readerProgramming: '{value} es una orden para configurar un lector, no un valor. Mira la etiqueta.',
    unread: { one: 'Una posición tiene un código o una etiqueta que no se pudo leer.', other: '{count} posiciones tienen un código o una etiqueta que no se pudo leer.' },
    outsidePhoto: { one: 'La foto no muestra una posición; puede haber un tubo en ella.', other: 'La foto no muestra {count} posiciones; puede haber tubos en ellas.' },
    covered: { one: 'Algo tapa una posición; puede haber un tubo en ella.', other: 'Algo tapa {count} posiciones; puede haber tubos en ellas.' },
    mirrored: 'Los códigos están invertidos como en un espejo, así que la foto también lo está y las posiciones quedan en el lado equivocado. '
      + 'Desactive el modo espejo de la cámara o elija en «Tipo de caja y cómo está puesta» que la foto muestra la caja desde abajo.',
    uncoded: { one: 'Una posición contiene algo sin código.', other: '{count} posiciones contienen algo sin código.' },
    other: 'Algo en este resultado es dudoso.',
    one: 'un código',
  },

  size: {
    change: 'Filas y columnas',
    changeBoth: 'Tipo de caja y cómo está puesta',
    noneFound: 'no hay',
    unknown: 'desconocidas',
    short: '{rows} × {cols}',
    present: {
      seen: 'La foto muestra {rows} filas y {cols} columnas.',
      given: 'Se leyó con {rows} filas y {cols} columnas, según lo indicado.',
      occupied: 'Los códigos ocupan {rows} filas y {cols} columnas.',
      tolerance: 'Los códigos se agruparon por distancia en {rows} filas y {cols} columnas.',
      unordered: 'Los códigos no forman filas ni columnas.',
      named: 'El recipiente tiene {cols} posiciones con nombre propio.',
    },
    question: '¿Cuántas filas y columnas tiene la caja?',
    auto: 'Automático',
    settings: 'Como en los ajustes',
    sizes: ['5x5', '8x8', '9x9', '10x10', '8x12'],
    sizeText: '{rows} × {cols}',
    other: 'Otro',
    rows: 'Filas',
    cols: 'Columnas',
    distance: 'Agrupar por distancia',
    pixels: 'Píxeles',
    apply: 'Leer otra vez',
    gone: 'La foto ya no está aquí y no se puede leer otra vez. Hay que tomar una nueva.',
    named: '¿Cómo está girado el recipiente en la foto?',
    turn: 'Grados en sentido horario',
    turnHint: 'Si se deja vacío, se deduce de dónde están los pines.',
    turnSeen: 'giro según la foto',
    turned: 'girado {turn}°',
    confirm: {
      title: '¿Leer la caja otra vez?',
      text: 'Lo que se tecleó corresponde a las filas y columnas de ahora, y se pierde.',
      action: 'Leer otra vez',
    },
  },

  tabs: { label: 'Formas de ver la caja', image: 'Imagen', table: 'Tabla', grid: 'Cuadrícula', compare: 'Comparar' },

  statuses: {
    read: 'leído', typed: 'tecleado', unread: 'sin leer', uncoded: 'sin código', empty: 'vacía', outside: 'fuera de la caja',
    none: 'nada a la vista',
  },
  /** Shown in the grid in a well without a value. */
  stands: { unread: 'sin leer', uncoded: 'sin código', empty: '', none: '' },
  glyphs: { read: '✓', typed: '✎', unread: '!', uncoded: '–', empty: '', outside: '↗', none: '' },

  grid: {
    label: 'Posiciones de la caja',
    hint: 'Flechas para moverse, Intro para teclear un valor.',
    corner: 'Fila',
    legend: 'Signos de la cuadrícula',
    /** Heads rows and columns of a box whose wells are unknown. */
    unknown: '?',
    duplicate: '2×',
    isDuplicate: 'en más de una posición',
    cell: '{name}, {value}, {status}',
    bare: '{name}, {status}',
    also: '{text}, también en {others}',
  },

  table: {
    label: 'Tubos de la caja',
    hint: 'En el archivo CSV, la primera fila y la primera columna son 0.',
    index: '#',
    row: 'Fila',
    col: 'Col.',
    value: 'Valor',
    state: 'Estado',
    also: 'también en {others}',
    nothing: 'No hay tubos que mostrar.',
  },

  image: {
    label: 'La foto de la caja, con una marca en cada posición',
    gone: {
      title: 'La foto ya no está aquí',
      text: 'La tabla y la cuadrícula están completas sin ella. En los ajustes se elige si las fotos se conservan con los resultados.',
    },
    thumbnail: 'La caja, en pequeño',
    number: '{index}: {value}',
    /** Instead of the name of a well, where wells are unknown. */
    counted: 'n.º {number}',
    empty: 'VACÍA',
  },

  details: {
    label: 'La posición elegida',
    none: 'Elegir una posición para ver su valor completo.',
    type: 'Teclear el valor',
    change: 'Cambiar',
    remove: 'Quitar',
    inPhoto: 'En la foto',
    inTable: 'Volver a la tabla',
    inGrid: 'Volver a la cuadrícula',
    inCompare: 'Volver a la comparación',
    close: 'No elegir ninguna',
    also: 'También en {others}',
    symbol: '{symbol} módulos',
    corrected: { one: '1 error corregido', other: '{count} errores corregidos' },
    hex: 'no es texto simple: se muestra en cifras hexadecimales',
    was: 'Leído del código: {value}',
  },

  typing: {
    title: 'Valor de {name}',
    field: 'Valor',
    hint: 'Teclear lo que está impreso en el tubo, o usar un lector de mano. Queda marcado como tecleado.',
    crop: 'El tubo de {name}, de cerca',
    empty: 'Primero hay que teclear un valor.',
    long: 'Un valor tiene como máximo 1000 caracteres.',
    control: 'El valor tiene caracteres que no se pueden imprimir.',
    same: 'El mismo valor está en {others}. Guardarlo solo si es correcto.',
    replaces: 'El código dice «{value}». Lo que se teclee ocupa su lugar.',
    save: 'Guardar',
    next: 'Guardar y seguir',
    saved: '{name}: «{value}», tecleado.',
    removed: '{name}: se quitó lo tecleado.',
  },

  saving: {
    waiting: 'Los cambios aún no se han guardado: no hay conexión con Espy. Se guardarán en cuanto responda.',
    saved: 'Los cambios están guardados.',
    failed: 'No se pudo guardar el último cambio: {why}',
  },

  exports: {
    vials: 'tubos',
  },

  /** The table of the whole box, in another system's format. */
  tableForm: {
    title: 'Tabla para otro sistema',
    table: 'Formato',
    order: 'Orden de las posiciones',
    columns: 'Columnas',
    columnsStart: 'rack,well=Position,code=Tube',
    columnsHint: 'rack,well=Position,code=Tube',
    words: 'Palabras para lo que no hay',
    wordsHint: 'empty=No Tube,unread=NO READ',
    csv: 'CSV',
    xlsx: 'Excel (XLSX)',
    choices: {
      table: {
        lims: 'LIMS: todo', fluidx: 'FluidX', visionmate: 'VisionMate', dp5: 'Ziath DP5', limber: 'Limber', traxcer: 'Traxcer',
        custom: 'Columnas propias',
      },
      order: { rows: 'A1, A2, A3, …', columns: 'A1, B1, C1, …' },
    },
    hints: {
      lims: 'Caja, posición, fila, columna, código, estado y fecha, con encabezado.',
      fluidx: 'A01,CODE con «No Tube» y «No Read».',
      visionmate: 'LocationRow, LocationColumn, TubeCode.',
      dp5: 'row, column, barcode, decodeStatus.',
      limber: 'BOX,A1,CODE con «NO READ» para todo lo demás.',
      traxcer: 'El código de la caja en la primera línea; después, Position y Tube ID.',
      custom: 'De rack, well, well0 (A01), letter, row, col, number, code, status y date; well=Position pone título a una columna.',
    },
  },

  /** The box's own code. */
  code: {
    title: 'Caja',
    none: 'Caja sin código',
    change: 'Teclear el código de la caja',
    question: 'Código de la caja',
    field: 'Código',
    save: 'Guardar',
    saved: 'Caja: «{code}».',
  },

  /** The orientation of the box in the photo. */
  lying: {
    change: 'Dónde está A1',
    question: '¿Qué esquina de la foto es A1?',
    side: '¿Desde qué lado se tomó?',
    below: 'La foto muestra la caja desde abajo',
    andBelow: ', desde abajo',
    hint: 'Las filas y columnas se cuentan de nuevo enseguida; lo tecleado se mueve con ellas.',
    turned: 'A1 está ahora {view}.',
    corners: {
      'top-left': 'arriba a la izquierda', 'top-right': 'arriba a la derecha',
      'bottom-left': 'abajo a la izquierda', 'bottom-right': 'abajo a la derecha',
    },
  },

  /** Shown over the live camera. */
  live: {
    none: 'Sostenga la cámara sobre la caja',
    missing: { one: 'Falta {count} código', other: 'Faltan {count} códigos' },
    unsure: { one: 'Comprobando {count} código', other: 'Comprobando {count} códigos' },
    all: { one: '{count} código leído', other: 'Los {count} códigos leídos' },
  },

  compare: {
    hint: 'Comparar la caja con una lista de posiciones y códigos (CSV o XLSX), o con una lectura anterior.',
    unkept: 'Solo se puede comparar un resultado guardado en el historial.',
    choose: 'Elegir una lista…',
    last: 'Última lectura de esta caja',
    noCode: 'La caja no tiene código; primero hay que teclearlo.',
    other: 'Otra lectura…',
    list: 'una lista',
    with: 'Comparada con {what}',
    withScan: 'Comparada con {what}, {date}',
    end: 'Dejar de comparar',
    before: 'Antes',
    now: 'Ahora',
    scroll: '{title}, todas las posiciones',
    cell: '{name}: {text}',
    csv: 'Diferencias (CSV)',
    picture: 'Imagen con las diferencias',
    file: 'diferencias.{format}',
    otherBox: 'una caja sin código',
    also: 'Visto también en {rack}, {well}.',
    agreeing: { one: '{count} en su posición', other: '{count} en su posición' },
    counts: {
      moved: { one: '{count} movido', other: '{count} movidos' },
      missing: { one: '{count} falta', other: '{count} faltan' },
      new: { one: '{count} nuevo', other: '{count} nuevos' },
      twice: { one: '{count} repetido', other: '{count} repetidos' },
      elsewhere: { one: '{count} también en otra caja', other: '{count} también en otra caja' },
      unread: { one: '{count} sin leer', other: '{count} sin leer' },
    },
    /** Signs, so that differences are never shown by color alone. */
    signs: { moved: '→', missing: '×', new: '+', twice: '2', elsewhere: '↗', unread: '!', same: '', empty: '' },
    /** Shown above the well in the photo. */
    marks: { moved: 'MOVIDO', missing: 'FALTA', new: 'NUEVO', twice: 'REPETIDO', elsewhere: 'OTRA CAJA', unread: 'SIN LEER' },
    differences: {
      moved: '{value} debía estar en {expected} y está en {found}.',
      missing: 'Falta {value}; debía estar en {expected}.',
      new: '{value} está en {found} y no debía estar en la caja.',
      twice: '{value} está en {found}.',
      elsewhere: '{value} está en {found}, como debe.',
      unread: 'No se pudo leer lo que hay en {found}; ahí debía estar {value}.',
    },
    unreadBare: 'No se pudo leer lo que hay en {found}.',
  },

  gone: {
    title: 'Esta caja ya no está',
    text: 'Se borró o dejó sitio a otras más recientes.',
    start: 'Leer una caja',
  },

  keys: {
    image: 'Ver la imagen',
    table: 'Ver la tabla',
    grid: 'Ver la cuadrícula',
    compare: 'Comparar la caja',
    next: 'Ir a la siguiente posición sin valor',
    type: 'Teclear el valor de la posición elegida',
    remove: 'Quitar lo tecleado en la posición elegida',
    close: 'No elegir ninguna',
  },
}
