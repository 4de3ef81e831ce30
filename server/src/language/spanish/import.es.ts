/** Importing and exporting. */
export const importEs: Readonly<Record<string, string>> = {
  'dryRun must be true or false': 'dryRun debe ser true o false',
  'This file isn’t UTF-8 encoded. Save it as CSV UTF-8, or set its encoding (encoding=windows-1252 for Excel files from Windows).':
    'Este archivo no tiene codificación UTF-8. Guárdelo como CSV UTF-8 o indique su codificación (encoding=windows-1252 para archivos de Excel de Windows).',
  'The file is not encoded as Windows-1252.': 'El archivo no está codificado como Windows-1252.',
  'The file ends inside a quoted cell. Close the quote and try again.':
    'El archivo termina dentro de una celda entre comillas. Cierre las comillas e intente de nuevo.',
  'The file was not accepted: the server’s disk is full.':
    'No se aceptó el archivo: el disco del servidor está lleno.',
  'Send the file as multipart/form-data.': 'Envíe el archivo como multipart/form-data.',
  'fields come before the file': 'los campos van antes que el archivo',
  'send one file, named file': 'envíe un solo archivo, llamado file',
  'file is missing': 'falta file',
  'The file is empty.': 'El archivo está vacío.',
  'The file is larger than {{largestFileBytes}} MB.': 'El archivo pasa de {{largestFileBytes}} MB.',
  'A text file has no sheets. Do not set a sheet.': 'Un archivo de texto no tiene hojas. No indique ninguna.',
  'The file is a ZIP, not a workbook with a sheet.': 'El archivo es un ZIP, no un libro con una hoja.',
  'The workbook is damaged and can’t be read.': 'El libro está dañado y no se puede leer.',
  'The workbook is damaged or incomplete.': 'El libro está dañado o incompleto.',
  'The workbook is encrypted. Save it without a password.': 'El libro está cifrado. Guárdelo sin contraseña.',
  'Status: {{status}} is no longer in the permit status map':
    'Estado: {{status}} ya no está en el mapa de estados',
  'createMissing accepts orgs only, not {{wrong}}': 'createMissing solo acepta orgs, no {{wrong}}',
  'there is no field {{unknown}} in an import': 'no existe el campo {{unknown}} en una importación',
  '{{name}} is nested more than {{deepestMapping}} deep': '{{name}} tiene más de {{deepestMapping}} niveles',
  '{{name}} is not JSON': '{{name}} no es JSON',
  '{{name}}.__proto__: there is no field __proto__ to import':
    '{{name}}.__proto__: no existe el campo __proto__ para importar',
  'values.{{field}}: {{cell}} means {{message}}': 'values.{{field}}: {{cell}} significa {{message}}',
  'values.{{unused}}: the mapping fills no field {{unused2}}':
    'values.{{unused}}: la asignación no llena ningún campo {{unused2}}',
  '{{path}}: {{field}} is calculated by the portal and can’t be imported':
    '{{path}}: {{field}} lo calcula el portal y no se puede importar',
  '{{path}}: {{name}} has no field {{field}} to import':
    '{{path}}: {{name}} no tiene el campo {{field}} para importar',
  '{{path}}: the file has no column {{from}}': '{{path}}: el archivo no tiene la columna {{from}}',
  '{{message}} The sheet “{{name}}” was read; choose another with sheet: {{names}}.':
    '{{message}} Se leyó la hoja “{{name}}”; elija otra con sheet: {{names}}.',
}
