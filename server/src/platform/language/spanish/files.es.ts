/** Files, uploads and the virus scanner. */
export const filesEs: Readonly<Record<string, string>> = {
  'Oops! Refresh and try again.': 'Algo salió mal. Recargue e inténtelo de nuevo.',
  'A folder cannot be moved into itself.': 'Una carpeta no se puede mover dentro de sí misma.',
  'Folders can be up to {{deepestFolder}} levels deep.':
    'Las carpetas pueden tener hasta {{deepestFolder}} niveles.',
  'File not saved: it is too large for the virus scanner.':
    'El archivo no se guardó: es demasiado grande para el antivirus.',
  'File not saved: the virus scanner found {{finding}}.':
    'El archivo no se guardó: el antivirus encontró {{finding}}.',
  '{{name}} is blocked: the virus scanner found {{finding}}. Contact an administrator.':
    '{{name}} está bloqueado: el antivirus encontró {{finding}}. Contacte a un administrador.',
  '{{name}} has not been scanned for viruses yet. Try again in a few minutes.':
    '{{name}} aún no pasó por el antivirus. Inténtelo de nuevo en unos minutos.',
  'The virus scanner is not available ({{why}}). Try again later.':
    'El antivirus no está disponible ({{why}}). Inténtelo más tarde.',
  something: 'algo',
  'mimeType is not a media type': 'mimeType no es un tipo de contenido',
  'size is missing': 'falta size',
  'size is not a whole number of bytes': 'size no es un número entero de bytes',
  'root is not the folder’s root': 'root no es la raíz de la carpeta',
  'This file was submitted with a package and can’t be deleted, moved or replaced.':
    'Este archivo se presentó con un paquete y no se puede eliminar, mover ni reemplazar.',
  '"{{name}}" was submitted with {{number}} and can’t be deleted, moved or replaced.':
    '“{{name}}” se presentó con {{number}} y no se puede eliminar, mover ni reemplazar.',
  '"{{name}}" in this folder was submitted with {{number}} and can’t be deleted, moved or replaced.':
    '“{{name}}”, en esta carpeta, se presentó con {{number}} y no se puede eliminar, mover ni reemplazar.',
  'Invalid id': 'Identificador no válido',
  'This Idempotency-Key belongs to another file.': 'Esta Idempotency-Key es de otro archivo.',
  'The file is larger than the maximum of {{uploadBytes}} bytes.':
    'El archivo supera el máximo de {{uploadBytes}} bytes.',
  'Only administrators can see deleted files.':
    'Solo los administradores pueden ver los archivos eliminados.',
  'You can undo a deletion for 10 minutes. An administrator can restore the file under Deleted.':
    'Puede deshacer una eliminación durante 10 minutos. Un administrador puede restaurar el archivo en Eliminados.',
  'The file’s record is deleted. Restore the record first.':
    'El registro del archivo está eliminado. Antes restaure el registro.',
  'Only staff can restore deleted files.': 'Solo el personal puede restaurar archivos eliminados.',
  'The Content-Type does not match the signed address.':
    'El Content-Type no coincide con la dirección firmada.',
  'This upload is complete and can no longer be changed.':
    'Esta subida está completa y ya no se puede cambiar.',
  'A different file was already uploaded to this address.': 'Ya se subió otro archivo a esta dirección.',
  'No file was uploaded.': 'No se subió ningún archivo.',
  'File or folder not found.': 'No se encontró el archivo o la carpeta.',
  'You don’t have access to this folder.': 'No tiene acceso a esta carpeta.',
  'There is no space for this file. Contact an administrator.':
    'No hay espacio para este archivo. Contacte a un administrador.',
  'The uploaded file does not match the announced size or content.':
    'El archivo subido no coincide con el tamaño o contenido anunciado.',
  'The upload of this file is not complete.': 'La subida de este archivo no está completa.',
  'The uploaded file does not match the announced file and was discarded.':
    'El archivo subido no coincide con el anunciado y se descartó.',
  'This file is missing from storage. Contact an administrator.':
    'Este archivo falta en el almacenamiento. Contacte a un administrador.',
  'The upload was interrupted.': 'La subida se interrumpió.',
  'The stored file does not match the announced file.': 'El archivo almacenado no coincide con el anunciado.',
  'Only administrators can see storage usage.':
    'Solo los administradores pueden ver el uso del almacenamiento.',
  'The file could not be stored. Try again later.': 'No se pudo guardar el archivo. Inténtelo más tarde.',
  'Failed to get pre-signed URL': 'No se pudo obtener la dirección firmada',
  'The address is not signed.': 'La dirección no está firmada.',
  'You created {{made}} {{kind}} in an hour. The limit is {{mostAnHour}}. Try again in an hour.':
    'Usted creó {{made}} en una hora ({{kind}}). El límite es {{mostAnHour}}. Inténtelo de nuevo en una hora.',
  folders: 'carpetas',
  files: 'archivos',
  'Not enough storage for this file. {{room}}. Deleted files count for 30 days. Ask an administrator for more.':
    'No hay espacio suficiente para este archivo. {{room}}. Los archivos eliminados cuentan durante 30 días. Pida más a un administrador.',
  '{{whose}} can store {{quota}} and has {{left}} left':
    '{{whose}}: puede almacenar {{quota}} y le quedan {{left}}',
  'Your organization has reached the limit of {{mostFolders}} folders. Delete folders you no longer need.':
    'Su organización llegó al límite de {{mostFolders}} carpetas. Elimine las que ya no necesite.',
  'You can download up to {{mostZippedAtOnce}} items at a time.':
    'Puede descargar hasta {{mostZippedAtOnce}} elementos a la vez.',
  'A ZIP can have up to {{mostFiles}} files and 20 GB. Choose fewer files.':
    'Un ZIP puede tener hasta {{mostFiles}} archivos y 20 GB. Elija menos archivos.',
  'Its folder "{{name}}" is deleted. Restore the folder first.':
    'Su carpeta “{{name}}” está eliminada. Restaure primero la carpeta.',
  'Your organization': 'Su organización',
  'The office': 'La oficina',
}
