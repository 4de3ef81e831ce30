/** Importing and exporting. */
export const importEs: Readonly<Record<string, string>> = {
  'dryRun is neither true nor false': 'dryRun no es true ni false',
  'The file is neither UTF-8 nor marked as UTF-16: save it as CSV UTF-8, or say how it is encoded (encoding=windows-1252 for files of Excel under Windows).':
    'El archivo no es UTF-8 ni está marcado como UTF-16: guárdelo como CSV UTF-8 o indique su codificación (encoding=windows-1252 para archivos de Excel en Windows).',
  'The file is not encoded as Windows-1252.': 'El archivo no está codificado como Windows-1252.',
  'The file ends inside a quoted cell: a quote is opened and never closed.':
    'El archivo termina dentro de una celda entre comillas: una comilla se abre y no se cierra.',
  'The disk of the portal is full, so the file was not taken.':
    'El disco del portal está lleno, así que no se aceptó el archivo.',
  'Send the file as multipart/form-data.': 'Envíe el archivo como multipart/form-data.',
  'fields come before the file': 'los campos van antes que el archivo',
  'an import has one file, called file': 'una importación tiene un solo archivo, llamado file',
  'file is missing': 'falta file',
  'The file is empty.': 'El archivo está vacío.',
  'The file is larger than {{largestFileBytes}} MB.': 'El archivo pasa de {{largestFileBytes}} MB.',
  'The file is a text and has no sheets: leave the sheet out.':
    'El archivo es de texto y no tiene hojas: no indique ninguna.',
  'The file is a zip, but no workbook with a sheet.': 'El archivo es un zip, pero no un libro con una hoja.',
  'The workbook is damaged: its parts are not well-formed.':
    'El libro está dañado: sus partes no están bien formadas.',
  'The workbook is damaged or cut off: it cannot be unpacked.':
    'El libro está dañado o cortado: no se puede descomprimir.',
  'The workbook is encrypted: save it without a password.': 'El libro está cifrado: guárdelo sin contraseña.',
  'Status: {{status}} is no longer in the permit status map':
    'Estado: {{status}} ya no está en el mapa de estados',
  'createMissing takes orgs alone, and not {{wrong}}': 'createMissing solo admite orgs, y no {{wrong}}',
  'there is no field {{unknown}} in an import': 'no existe el campo {{unknown}} en una importación',
  '{{name}} is nested more than {{deepestMapping}} deep': '{{name}} tiene más de {{deepestMapping}} niveles',
  '{{name}} is not JSON': '{{name}} no es JSON',
  '{{name}}.__proto__: there is no field __proto__ to import':
    '{{name}}.__proto__: no existe el campo __proto__ para importar',
  'values.{{field}}: {{cell}} means {{message}}': 'values.{{field}}: {{cell}} significa {{message}}',
  'values.{{unused}}: the mapping fills no field {{unused2}}':
    'values.{{unused}}: la asignación no llena ningún campo {{unused2}}',
  '{{path}}: {{field}} is worked out by the portal, so no file fills it':
    '{{path}}: {{field}} lo calcula el portal, así que ningún archivo lo llena',
  '{{path}}: {{name}} has no field {{field}} to import':
    '{{path}}: {{name}} no tiene el campo {{field}} para importar',
  '{{path}}: the file has no column {{from}}': '{{path}}: el archivo no tiene la columna {{from}}',
  '{{message}} The sheet “{{name}}” was read; choose another with sheet: {{names}}.':
    '{{message}} Se leyó la hoja “{{name}}”; elija otra con sheet: {{names}}.',
}
