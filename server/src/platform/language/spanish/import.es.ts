/** Importing and exporting. */
export const importEs: Readonly<Record<string, string>> = {
  'dryRun must be true or false': 'dryRun debe ser true o false',
  'This file isn’t UTF-8 encoded. Save it as CSV UTF-8, or set its encoding (encoding=windows-1252 for Excel files from Windows).':
    'Este archivo no tiene codificación UTF-8. Guárdelo como CSV UTF-8 o indique su codificación (encoding=windows-1252 para archivos de Excel de Windows).',
  'The file is not encoded as Windows-1252.': 'El archivo no está codificado como Windows-1252.',
  'The file ends inside a quoted cell. Close the quote and try again.':
    'El archivo termina dentro de una celda entre comillas. Cierre las comillas e inténtelo de nuevo.',
  'The file was not accepted: the server’s disk is full.':
    'No se aceptó el archivo: el disco del servidor está lleno.',
  'Send the file as multipart/form-data.': 'Envíe el archivo como multipart/form-data.',
  'fields come before the file': 'los campos van antes que el archivo',
  '{{name}} is sent more than once': '{{name}} se envió más de una vez',
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
  'No column fills {{missing}}: say in mapping where it comes from. The file’s columns are {{columns}}.':
    'Ninguna columna llena {{missing}}: indique en mapping de dónde viene. Las columnas del archivo son {{columns}}.',
  // Files that cannot be read
  'The file is not encoded as {{encoding}}.': 'El archivo no está codificado como {{encoding}}.',
  ' (line {{line}})': ' (línea {{line}})',
  'A line is longer than 1 MiB{{line}}.': 'Una línea pasa de 1 MiB{{line}}.',
  'The file is not readable as CSV{{line}}: {{reason}}':
    'El archivo no se puede leer como CSV{{line}}: {{reason}}',
  'The file takes too long to read: save it as CSV, or split it into several files.':
    'El archivo tarda demasiado en leerse: guárdelo como CSV o divídalo en varios archivos.',
  'The file needs too much memory to read: save it as CSV, or split it into several files.':
    'El archivo necesita demasiada memoria para leerse: guárdelo como CSV o divídalo en varios archivos.',
  'The file has more than {{rows}} rows.': 'El archivo tiene más de {{rows}} filas.',
  'Row {{line}} has more than {{columns}} cells.': 'La fila {{line}} tiene más de {{columns}} celdas.',
  'Row {{line}} is longer than 1 MiB.': 'La fila {{line}} pasa de 1 MiB.',
  'Row {{headerRow}} is empty or not in the file, so that it cannot be the header.':
    'La fila {{headerRow}} está vacía o no está en el archivo, así que no puede ser el encabezado.',
  'Every sheet of the workbook is hidden. Its sheets are {{names}}.':
    'Todas las hojas del libro están ocultas. Sus hojas son {{names}}.',
  'The workbook has no sheet {{wanted}}. Its sheets are {{names}}.':
    'El libro no tiene la hoja {{wanted}}. Sus hojas son {{names}}.',
  'The workbook has more than {{maxSheets}} sheets.': 'El libro tiene más de {{maxSheets}} hojas.',
  'The workbook has more than {{most}} different texts.': 'El libro tiene más de {{most}} textos distintos.',
  'The workbook has more than {{mostEntries}} parts.': 'El libro tiene más de {{mostEntries}} partes.',
  'The part {{name}} of the workbook is packed in a way that is not read.':
    'La parte {{name}} del libro está comprimida de una forma que no se lee.',
  'The part {{name}} of the workbook is too large.': 'La parte {{name}} del libro es demasiado grande.',
  'The workbook is too large: {{name}} unpacks to more than {{megabytes}} MB.':
    'El libro es demasiado grande: {{name}} pasa de {{megabytes}} MB al descomprimirse.',
  'The workbook is damaged: its parts are not well-formed.':
    'El libro está dañado: sus partes no están bien formadas.',
  'The workbook is damaged: the cell in row {{row}}, column {{column}} cannot be read.':
    'El libro está dañado: no se puede leer la celda de la fila {{row}}, columna {{column}}.',
  'The workbook is damaged: row {{row}} has a cell of row {{given}}.':
    'El libro está dañado: la fila {{row}} tiene una celda de la fila {{given}}.',
  'The workbook says it has a row {{given}}: a sheet has at most {{maxSheetRows}} rows.':
    'El libro dice tener una fila {{given}}: una hoja tiene como máximo {{maxSheetRows}} filas.',
  'Row {{row}} has a text of more than {{maxTextLength}} characters.':
    'La fila {{row}} tiene un texto de más de {{maxTextLength}} caracteres.',
  'Row {{row}} has more than {{columns}} cells{{where}}.':
    'La fila {{row}} tiene más de {{columns}} celdas{{where}}.',
  'The sheet has more than {{maxMerges}} merged cells.':
    'La hoja tiene más de {{maxMerges}} celdas combinadas.',
  'The merged cells of the sheet span more than {{maxSpread}} rows.':
    'Las celdas combinadas de la hoja abarcan más de {{maxSpread}} filas.',
  'The sheet is too large at row {{row}}: {{row}} rows of {{widest}} columns are more than {{cells}} cells. Delete empty columns and rows, or save it as CSV.':
    'La hoja es demasiado grande en la fila {{row}}: {{row}} filas de {{widest}} columnas son más de {{cells}} celdas. Elimine las columnas y filas vacías o guárdela como CSV.',
  // Rows and cells that cannot be imported
  'The row has {{last}} cells and the header {{width}}: a cell may hold a separator that is not in quotes':
    'La fila tiene {{last}} celdas y el encabezado {{width}}: puede que una celda tenga un separador sin comillas',
  'This row can’t be saved: {{reason}}': 'Esta fila no se puede guardar: {{reason}}',
  'This row cannot be read: {{reason}}': 'Esta fila no se puede leer: {{reason}}',
  'The client already has a permit {{number}}: skipped as a duplicate':
    'El cliente ya tiene un permiso {{number}}: se omite por duplicado',
  '“{{name}}” is not active staff': '“{{name}}” no es una persona activa del personal',
  '{{noun}} “{{name}}” not found': 'no se encontró “{{name}}” ({{noun}})',
  'several {{nouns}} are named “{{name}}”: enter the number instead':
    'hay varios registros ({{noun}}) con el nombre “{{name}}”: escriba el número',
  file: 'archivo',
  '{{cell}} is a client draft that staff can’t see: choose another status':
    '{{cell}} es un borrador del cliente que el personal no puede ver: elija otro estado',
  'is a workbook error': 'es un error del libro',
  'is a workbook error: the formula was not calculated. Open and save the workbook, then try again':
    'es un error del libro: la fórmula no se calculó. Abra y guarde el libro e inténtelo de nuevo',
  'is not a known value': 'no es un valor conocido',
  'is not a date, such as 2026-05-31 or 05/31/2026': 'no es una fecha, por ejemplo 2026-05-31 o 05/31/2026',
  'could be more than one date: enter it as YYYY-MM-DD':
    'podría ser más de una fecha: escríbala como AAAA-MM-DD',
  'is not a date and time such as 2026-05-31 13:05 or 05/31/2026 1:05 PM':
    'no es una fecha con hora, por ejemplo 2026-05-31 13:05 o 05/31/2026 1:05 PM',
  'has a decimal comma: set decimal=comma, or use a decimal point':
    'tiene una coma decimal: indique decimal=comma o use un punto decimal',
  'has a decimal point, but a decimal comma was set':
    'tiene un punto decimal, pero se indicó una coma decimal',
  'could be more than one number: the last three digits may be decimals or thousands':
    'podría ser más de un número: los últimos tres dígitos pueden ser decimales o miles',
  'is not an amount with up to {{digits}} decimals': 'no es un importe con un máximo de {{digits}} decimales',
  'is not in {{currency}}': 'no está en {{currency}}',
}
