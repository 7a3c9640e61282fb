/** Texts of the settings page. */
export const settings = {
  sections: {
    count: 'Contar',
    rack: 'Leer cajas',
    shelf: 'Estantes',
    keep: 'Historial',
    advanced: 'Más ajustes',
    device: 'En este dispositivo',
    sharing: 'Teléfonos y otros dispositivos',
    about: 'Acerca de Espy',
  },
  hint: 'Son los ajustes del equipo donde funciona Espy. Cada cambio se guarda al momento.',

  of: {
    'count.confidence': {
      label: 'Certeza',
      hint: 'Lo seguro que debe estar Espy para contar un elemento. Un valor bajo encuentra más; uno alto se equivoca menos.',
    },
    'count.similarity': {
      label: 'Parecido',
      hint: 'Cuánto deben parecerse los elementos para contarse juntos. Un valor alto da más tipos, y más pequeños.',
    },
    'count.filter.size': { label: 'Omitir tamaños atípicos', hint: 'No se cuenta lo que es mucho más pequeño o grande que sus vecinos.' },
    'count.filter.aspect': { label: 'Omitir formas atípicas', hint: 'No se cuenta lo que es mucho más largo o ancho que lo demás.' },
    'count.border': {
      label: 'Elementos cortados por el borde',
      hint: 'En el borde de la foto o de la zona dibujada.',
      choices: { all: 'Contarlos todos', half: 'Contarlos si al menos la mitad está dentro', whole: 'Contar solo los enteros' },
    },
    'count.pipeline': {
      label: 'Forma de contar',
      hint: 'Los pasos fijos sirven para comparar con otros programas.',
      choices: {
        auto: 'Automática: adaptarse a la foto, o seguir el ejemplo', adaptive: 'Adaptarse a la foto',
        seeker: 'Mostrar uno, encontrar todos',
        reference: 'Pasos fijos',
      },
    },
    'count.detector': { label: 'Modelo que encuentra elementos', hint: 'Su nombre en «espy models list».' },
    'count.embedder': { label: 'Modelo que distingue tipos', hint: 'Su nombre en «espy models list», o none.' },
    'rack.raw': {
      label: 'Valores tal cual en las tablas',
      hint: 'Si no, un valor que una hoja de cálculo ejecutaría como fórmula lleva un apóstrofo delante.',
    },
    'shelf.confidence': {
      label: 'Certeza para libros',
      hint: 'Lo seguro que debe estar Espy de que hay un lomo entero, de 0 a 0,99. Un valor bajo traza más libros.',
    },
    'shelf.text': { label: 'Leer los lomos', hint: 'Si no, solo se traza el contorno de los libros, que es más rápido.' },
    'shelf.language': { label: 'Idiomas de los lomos', hint: 'Con los nombres de Tesseract, el más frecuente primero: spa, o spa+eng.' },
    'shelf.detector': {
      label: 'Qué encuentra los lomos',
      hint: 'La forma entrenada se ayuda de una red neuronal. La automática la usa hasta donde diga el despliegue.',
      choices: {
        auto: 'Automática', classical: 'Clásica, sin modelo', trained: 'Entrenada', shadow: 'Miran las dos, se muestra la automática',
      },
    },
    'shelf.rollout': {
      label: 'Usar el detector entrenado de lomos', hint: 'En esta parte de las instalaciones, si el detector de lomos está en automático.',
      choices: { none: 'Ninguna', 5: '5 %', 25: '25 %', 50: '50 %', 100: 'Todas' },
    },
    'shelf.trained-off': { label: 'No usar nunca el detector entrenado', hint: 'Tiene prioridad sobre los demás ajustes.' },
    'shelf.telemetry': {
      label: 'Anotar lo bien que se leen los estantes',
      hint: 'Tamaños y formas de los lomos, la certeza de Espy, cuánto tarda y qué se corrige: sin imágenes, sin texto y sin códigos. '
        + 'Se queda en este equipo, 7 días o 10 MB; «espy shelf telemetry» lo muestra y lo borra. Al desactivarlo, se detiene al instante.',
    },
    history: { label: 'Guardar resultados en el historial', hint: 'Se guardan el resultado y una imagen pequeña de lo encontrado.' },
    'history-limit': {
      label: 'Recuentos en el historial',
      hint: 'Cuántos se conservan; se eliminan primero los más antiguos. Los favoritos, las cajas y los estantes no tienen límite.',
    },
    'history-photos': {
      label: 'Fotos en el historial',
      hint: 'Con una copia pequeña, un resultado se puede ver, corregir y contar otra vez más adelante. La copia no dice '
        + 'dónde ni con qué cámara se hizo.',
      choices: { none: 'No conservar ninguna', small: 'Conservar una copia pequeña, de 2048 píxeles como máximo' },
    },
    'history-photos-limit': {
      label: 'Espacio para fotos, en MB',
      hint: 'Cuando se llena, se borran primero las fotos más antiguas, y al final las de las favoritas. Los resultados se conservan.',
    },
    'shelf.catalog': {
      label: 'Lista de libros', hint: 'El archivo con el que se reconocen los lomos: CSV o XLSX con título, autor e ISBN. none: sin lista.',
    },
    'gallery.tagger': { label: 'Modelo de etiquetas', hint: 'Su nombre en «espy models list». none: solo colores y calidad.' },
    'gallery.detector': {
      label: 'Detector de la galería', hint: 'Encuentra 80 clases de cosas, como tazas y coches. auto: el mayor instalado; none: ninguno.',
    },
    'gallery.classifier': {
      label: 'Etiquetas más precisas', hint: 'Por ejemplo, la raza de un perro. auto: el mayor modelo instalado; none: ninguno.',
    },
    'gallery.threshold': {
      label: 'Confianza de las etiquetas', hint: 'Lo segura que debe ser una etiqueta, de 0.05 a 0.99. auto: el valor medido de cada una.',
    },
    'gallery.language': {
      label: 'Idiomas del texto en las fotos', hint: 'Códigos de Tesseract, el más frecuente primero: eng o eng+deu. auto: todo lo legible; none: no leer texto.',
    },
    'gallery.faces': {
      label: 'Archivo para encontrar caras', hint: 'Un archivo del detector de caras de MediaPipe. auto: el instalado; none: no buscar caras.',
    },
    'gallery.people': {
      label: 'Reconocer personas', hint: 'Reúne las caras de la misma persona y encuentra sus fotos por el nombre. Todo se queda en este equipo.',
    },
    'gallery.meaning': {
      label: 'Buscar por significado', hint: 'El modelo CLIP que se usa. auto: el mayor instalado; none: solo etiquetas y texto.',
    },
    'gallery.jobs': { label: 'Fotos indexadas a la vez', hint: 'Con 0 elige Espy.' },
    'gallery.max-load': {
      label: 'Pausar la indexación a partir de esta carga', hint: 'Carga por procesador de otros programas; 1 es un programa ocupado. none: nunca.',
    },
    'gallery.wait-for-charger': { label: 'Indexar fotos solo con el cargador', hint: 'Si no, la indexación se detiene cuando la batería baja del 30 %.' },
    'serve.port': { label: 'Puerto del servidor', hint: 'Se aplica al volver a iniciar Espy. 0: cualquier puerto libre.' },
    threads: { label: 'Fotos procesadas a la vez', hint: 'Con 0 elige Espy.' },
  },

  photos: {
    none: 'Por ahora no hay fotos guardadas.',
    room: { one: 'Está guardada la foto de 1 resultado: {size}.', other: 'Están guardadas las fotos de {count} resultados: {size}.' },
    action: 'Quitar todas las fotos',
    confirm: {
      title: '¿Quitar todas las fotos conservadas?',
      text: 'Los resultados se quedan, pero ya no se podrán ver en la foto ni corregir. No se puede deshacer.',
      action: 'Quitar',
    },
    done: { one: 'Se quitó la foto de 1 resultado.', other: 'Se quitaron las fotos de {count} resultados.' },
  },

  automatic: 'Que elija Espy',
  automaticValue: 'automático',
  setElsewhere: 'Fijado por {source} al iniciar Espy. Eso pesa más que lo que se elija aquí.',
  saved: '{label}: guardado',

  grid: {
    label: 'Filas y columnas',
    choices: { auto: 'Deducirlas de la foto', size: 'La caja tiene un tamaño conocido', tolerance: 'Agrupar por distancia' },
    rows: 'Filas',
    cols: 'Columnas',
    tolerance: 'Tolerancia de la cuadrícula',
    toleranceHint: 'Ajustar si los tubos acaban en otra fila o columna: los códigos más cercanos que esto comparten la misma.',
    pixels: '{value} px',
    wrong: 'Debe estar entre 1 y 64.',
  },
  dimension: {
    label: 'Lado más largo con el que se trabaja',
    hint: 'Reducirlo si la lectura de fotos grandes tarda mucho.',
    whole: 'La foto entera',
    pixels: '{value} píxeles',
  },

  lowering: {
    title: '¿Eliminar los recuentos más antiguos?',
    text: 'Recuentos por encima de este límite: {count}. Se eliminan para siempre, primero los más antiguos; los favoritos se conservan.',
    action: 'Eliminarlos',
  },
  reset: {
    action: 'Restablecer',
    done: 'Todos los ajustes vuelven a sus valores iniciales.',
    undone: 'Los ajustes de antes han vuelto.',
  },

  language: { label: 'Idioma', hint: 'Para estas páginas, en este navegador.', automatic: 'Como en el navegador' },
  singleKeys: { label: 'Teclas sueltas', hint: 'Teclas como «?» o «j» hacen algo por sí solas. Conviene desactivarlas si este dispositivo se controla por voz.' },

  sharing: {
    off: 'Por ahora solo este equipo puede usar Espy. Para usarlo también desde un teléfono, se inicia con',
    command: 'espy serve --lan',
    scan: 'Escanear esto con la cámara del teléfono, en la misma red:',
    type: 'O abrir {url} en él y teclear el código',
    qr: 'Código QR que vincula un dispositivo',
    failed: 'Ahora no se puede mostrar el código.',
    remote: 'Se pueden vincular más dispositivos en el equipo donde funciona Espy.',
    open: 'Con esta conexión, los teléfonos no pueden mostrar la cámara en vivo, instalar la aplicación, trabajar sin conexión ni compartir. Para ello, iniciar Espy con --tls.',
    devices: 'Dispositivos vinculados',
    none: 'No hay ningún dispositivo vinculado.',
    current: 'este dispositivo',
    seen: 'último uso: {date}',
    never: 'sin usar todavía',
    revoke: 'Quitar',
    revokeOf: 'Quitar {name}',
    confirm: {
      title: '¿Quitar «{name}»?',
      text: 'Desde ahora no podrá usar Espy, hasta que se vincule de nuevo.',
      current: 'Es este mismo dispositivo: no podrá usar Espy hasta que se vincule de nuevo.',
      action: 'Quitar',
    },
    revoked: '«{name}» se quitó.',
    paired: 'Nuevo dispositivo vinculado: {name}.',
  },

  about: {
    version: 'Versión',
    models: 'Modelos en uso',
    detector: 'encuentra elementos',
    embedder: 'distingue tipos',
    none: 'ninguno',
    limits: 'Foto más grande',
    limitsText: '{megabytes} MB, {megapixels} millones de píxeles',
    connection: 'Conexión',
    connections: {
      loopback: 'Solo este equipo',
      lan: 'Este equipo y los dispositivos vinculados, cifrada',
      open: 'Este equipo y los dispositivos vinculados, sin cifrar',
    },
    privacy: 'Las fotos y los resultados se quedan en el propio equipo. Espy no envía nada a ninguna parte.',
    privacyMore: 'Qué se guarda y quién puede verlo',
    privacyFacts: [
      ['Qué se guarda',
        'Los resultados con una imagen pequeña y una copia pequeña de la foto, sus correcciones, notas y '
        + 'recetas, las listas de libros, el índice de sus carpetas de fotos, las personas que salen en ellas '
        + 'si usted lo activa, los dispositivos vinculados y los ajustes. Sus archivos de fotos solo se leen.'],
      ['Dónde',
        'En la carpeta de datos del equipo que ejecuta Espy; «espy doctor» la muestra. En el teléfono '
        + 'solo está lo que aún no se ha enviado.'],
      ['Cuánto tiempo',
        'Los recuentos hasta que otros más nuevos ocupan su lugar, las copias de fotos hasta que se llena '
        + 'su espacio, las fotos enviadas una hora desde su último uso. Todo lo demás hasta que usted lo '
        + 'elimine.'],
      ['Cómo se elimina',
        'Elimine resultados en el historial; todas las copias de fotos aquí, en Historial; carpetas en la '
        + 'galería; todos los datos de personas en su página «Personas»; dispositivos aquí. Los resultados eliminados se pueden recuperar durante diez minutos.'],
      ['Qué sale del equipo', 'Nada. Solo «espy models install» abre una conexión, y pregunta antes.'],
      ['Quién puede verlo',
        'Usted, quien use un dispositivo vinculado y quien administre el equipo. Sin cifrado, también '
        + 'quien escuche en la red.'],
    ],
    documentation: 'Interfaz para programas (OpenAPI)',
    keys: 'Ver todas las teclas',
  },
}
