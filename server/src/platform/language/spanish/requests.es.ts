/** Titles of problems, and errors in requests. */
export const requestsEs: Readonly<Record<string, string>> = {
  // Titles of problems
  'The request is not valid': 'La solicitud no es válida',
  'A field can’t be changed': 'Un campo no se puede cambiar',
  'Sign in to continue': 'Inicie sesión para continuar',
  'Not allowed': 'Sin permiso',
  'Confirm your identity': 'Confirme su identidad',
  'Not found': 'No encontrado',
  'Changed by someone else': 'Otra persona lo cambió',
  'This step is not available': 'Este paso no está disponible',
  'Second approval required': 'Se requiere una segunda aprobación',
  'Already exists': 'Ya existe',
  'Too large': 'Demasiado grande',
  'The body is not JSON': 'El contenido no es JSON',
  'The file is not safe': 'El archivo no es seguro',
  'Too many requests': 'Demasiadas solicitudes',
  'Internal Server Error': 'Error interno del servidor',
  'Temporarily unavailable': 'No disponible por el momento',
  'Not enough space': 'No hay espacio suficiente',
  // Any request
  'Nothing found at this address.': 'No se encontró nada en esta dirección.',
  'Page Not Found: {{path}}': 'Página no encontrada: {{path}}',
  'Too many requests: try again in {{waitSeconds}} s.':
    'Demasiadas solicitudes: inténtelo de nuevo en {{waitSeconds}} s.',
  'Too many requests from your address: try again in {{waitSeconds}} s.':
    'Demasiadas solicitudes desde su dirección: inténtelo de nuevo en {{waitSeconds}} s.',
  'Too many attempts: try again in {{waitSeconds}} s.':
    'Demasiados intentos: inténtelo de nuevo en {{waitSeconds}} s.',
  'Not saved: the server’s disk is full. Contact an administrator.':
    'No se guardó: el disco del servidor está lleno. Contacte a un administrador.',
  'The portal is busy. Try again in a few seconds.':
    'El portal está ocupado. Inténtelo de nuevo en unos segundos.',
  'The server is stopping. Try again in a few seconds.':
    'El servidor se está deteniendo. Inténtelo de nuevo en unos segundos.',
  'This is taking too long. Add a filter or try again later.':
    'Esto tarda demasiado. Agregue un filtro o inténtelo más tarde.',
  'Changes are accepted only from the portal’s own pages.':
    'Los cambios solo se aceptan desde las páginas del propio portal.',
  'The body is larger than 1 MB.': 'El contenido pasa de 1 MB.',
  'Send the body as application/json.': 'Envíe el contenido como application/json.',
  'Send the body in UTF-8 (its charset is {{charset}}).':
    'Envíe el contenido en UTF-8 (su charset es {{charset}}).',
  'Send the body without compression (Content-Encoding is {{encoding}}).':
    'Envíe el contenido sin compresión (Content-Encoding es {{encoding}}).',
  'The body is empty.': 'El contenido está vacío.',
  'The body is not JSON, or has a key that is not allowed (__proto__, constructor.prototype).':
    'El contenido no es JSON, o tiene una clave no permitida (__proto__, constructor.prototype).',
  'The request cannot be read.': 'La solicitud no se puede leer.',
  'The request has a character that can’t be saved (NUL). Remove it and try again.':
    'La solicitud tiene un carácter que no se puede guardar (NUL). Quítelo e inténtelo de nuevo.',
  'query: the address has a character that is not allowed':
    'query: la dirección tiene un carácter no permitido',
  'The request did not arrive in time. Send it again.': 'La solicitud no llegó a tiempo. Envíela de nuevo.',
  'The headers of the request are too large. Delete the cookies of this address and try again.':
    'Los encabezados de la solicitud son demasiado grandes. Elimine las cookies de esta dirección e inténtelo de nuevo.',
  'The request is not valid HTTP.': 'La solicitud no es HTTP válido.',
  'The multipart/form-data body is incomplete. Send the file again.':
    'El contenido multipart/form-data está incompleto. Envíe el archivo de nuevo.',
  'This needs METRICS_TOKEN (Authorization: Bearer <token>) or an administrator.':
    'Esto requiere METRICS_TOKEN (Authorization: Bearer <token>) o un administrador.',
  'Idempotency-Key: is missing': 'Idempotency-Key: falta',
  'Idempotency-Key: is not 1 to 200 printable characters':
    'Idempotency-Key: no tiene de 1 a 200 caracteres imprimibles',
  'Idempotency-Key is 1 to 200 characters of ASCII': 'Idempotency-Key tiene de 1 a 200 caracteres ASCII',
  '{{name}} is required': '{{name}} es obligatorio',
  '{{name}} can’t be changed': '{{name}} no se puede cambiar',
  'These fields can’t be changed: {{forbidden}}': 'Estos campos no se pueden cambiar: {{forbidden}}',
  'These fields are required: {{missing}}': 'Estos campos son obligatorios: {{missing}}',
  // Calls of /api/crud
  'apiPath: {{JSON}} is not the path of a call': 'apiPath: {{JSON}} no es la ruta de una llamada',
  'apiPath: there is no collection {{first}}': 'apiPath: no existe la colección {{first}}',
  'apiPath: there is no call {{segments}}': 'apiPath: no existe la llamada {{segments}}',
  'method: {{method}} does not go with {{segments}}': 'method: {{method}} no corresponde a {{segments}}',
  'apiPath: there is no code table {{table}}; there are {{codeTableNames}}':
    'apiPath: no existe la tabla de códigos {{table}}; existen {{codeTableNames}}',
  'apiPath: there is no field {{fieldName}}': 'apiPath: no existe el campo {{fieldName}}',
  'apiPath: {{fieldName}} has no values to list': 'apiPath: {{fieldName}} no tiene valores para listar',
  'apiPath: {{name}} have no transitions': 'apiPath: {{name}} no tiene transiciones',
  'collection: there is no collection {{name}}': 'collection: no existe la colección {{name}}',
  '{{path}}: there is no collection {{name}}': '{{path}}: no existe la colección {{name}}',
  'query.collection names the collection to count': 'query.collection nombra la colección que se cuenta',
  // Filters, sorting and groups
  '{{path}}: there is no field {{name}}': '{{path}}: no existe el campo {{name}}',
  '{{path}}: there is no field {{field}}': '{{path}}: no existe el campo {{field}}',
  '{{path}}: {{field}} cannot be sorted by': '{{path}}: no se puede ordenar por {{field}}',
  '{{path}} has {{field}} twice': '{{path}} tiene {{field}} dos veces',
  '{{path}} has {{name}} twice': '{{path}} tiene {{name}} dos veces',
  '{{path}} is not a value that can be compared': '{{path}} no es un valor que se pueda comparar',
  '{{path}} is not a list': '{{path}} no es una lista',
  '{{path}} has more than {{values}} values': '{{path}} tiene más de {{values}} valores',
  '{{path}} takes true': '{{path}} admite true',
  '{{path}} takes a list of two values': '{{path}} admite una lista de dos valores',
  '{{path}} is not one of {{withinWords}}, nor a number of days such as last10days, next14days or over10daysAgo':
    '{{path}} no es uno de {{withinWords}}, ni un número de días como last10days, next14days u over10daysAgo',
  '{{path}}: there is no operator {{name}}': '{{path}}: no existe el operador {{name}}',
  '{{path}}: the condition is empty': '{{path}}: la condición está vacía',
  '{{path}}: {{operator}} does not go with a field of type {{type}}':
    '{{path}}: {{operator}} no corresponde a un campo de tipo {{type}}',
  'a filter has at most {{conditions}} conditions': 'un filtro tiene como máximo {{conditions}} condiciones',
  '{{path}} is not an object': '{{path}} no es un objeto',
  '{{path}}: a filter is nested at most {{depth}} deep':
    '{{path}}: un filtro se anida como máximo {{depth}} niveles',
  '{{place}} is not a list of filters': '{{place}} no es una lista de filtros',
  'a list is sorted by at most {{mostSortKeys}} fields':
    'una lista se ordena como máximo por {{mostSortKeys}} campos',
  'query.groupBy: {{names}} make more than {{mostGroups}} groups; filter first, or group by another field':
    'query.groupBy: {{names}} forman más de {{mostGroups}} grupos; filtre antes, o agrupe por otro campo',
  'query.groupBy names 1 to {{mostGroupFields}} fields':
    'query.groupBy nombra de 1 a {{mostGroupFields}} campos',
  'query.lines: open and page belong to the grouped page, asked for by lines: true':
    'query.lines: open y page son de la página agrupada, que se pide con lines: true',
  'query.fields: there is no field {{name}}': 'query.fields: no existe el campo {{name}}',
  'query.fields has no fields': 'query.fields no tiene campos',
  'query.staff: {{name}} are not people': 'query.staff: {{name}} no son personas',
  '{{path}}: {{name}} has one scope': '{{path}}: {{name}} tiene un solo ámbito',
  'query.format: a workbook holds {{mostSheetRows}} records, these are {{count}}: use csv':
    'query.format: un libro admite {{mostSheetRows}} registros y estos son {{count}}: use csv',
}
