/** Files, uploads and the virus scanner. */
export const filesEs: Readonly<Record<string, string>> = {
  'Oops! Refresh and try again.': 'Algo salió mal. Recargue e intente de nuevo.',
  'A folder cannot be moved into itself.': 'Una carpeta no se puede mover dentro de sí misma.',
  'Folders are at most {{deepestFolder}} levels deep.':
    'Las carpetas tienen como máximo {{deepestFolder}} niveles.',
  'The file was not kept: it is larger than the virus scanner looks at.':
    'El archivo no se guardó: es más grande de lo que revisa el antivirus.',
  'The file was not kept: the virus scanner found {{finding}} in it.':
    'El archivo no se guardó: el antivirus encontró {{finding}} en él.',
  '{{name}} is blocked: the virus scanner found {{finding}} in it. Tell an administrator.':
    '{{name}} está bloqueado: el antivirus encontró {{finding}} en él. Avise a un administrador.',
  '{{name}} has not been scanned for viruses yet. Try again in a few minutes.':
    '{{name}} aún no pasó por el antivirus. Intente de nuevo en unos minutos.',
  'The virus scanner cannot look at the file now ({{why}}): try again later.':
    'El antivirus no puede revisar el archivo ahora ({{why}}): intente más tarde.',
  something: 'algo',
  'mimeType is not a media type': 'mimeType no es un tipo de contenido',
  'size is missing': 'falta size',
  'size is not a whole number of bytes': 'size no es un número entero de bytes',
  'root is not the one the folder lies in': 'root no es la raíz de la carpeta',
  'This file was submitted with a package: it cannot be deleted, moved or replaced, because what was sent is kept as it was sent.':
    'Este archivo se presentó con un paquete: no se puede eliminar, mover ni sustituir, porque lo enviado queda como se envió.',
  '"{{name}}" was submitted with {{number}}: it cannot be deleted, moved or replaced, because what was sent is kept as it was sent.':
    '“{{name}}” se presentó con {{number}}: no se puede eliminar, mover ni sustituir, porque lo enviado queda como se envió.',
  '"{{name}}" lies in this folder and was submitted with {{number}}: it cannot be deleted, moved or replaced, because what was sent is kept as it was sent.':
    '“{{name}}” está en esta carpeta y se presentó con {{number}}: no se puede eliminar, mover ni sustituir, porque lo enviado queda como se envió.',
  'Invalid file': 'Archivo no válido',
  'Invalid id': 'Identificador no válido',
  'This Idempotency-Key stands for another file.': 'Esta Idempotency-Key corresponde a otro archivo.',
  'The file is larger than the {{uploadBytes}} bytes a file may have.':
    'El archivo pasa de los {{uploadBytes}} bytes que puede tener un archivo.',
  'The name is longer than {{longestFileNameBytes}} bytes.':
    'El nombre pasa de {{longestFileNameBytes}} bytes.',
  'Only administrators see deleted files.': 'Solo los administradores ven los archivos eliminados.',
  'You can undo a deletion for 10 minutes. An administrator can restore the file under Deleted.':
    'Puede deshacer una eliminación durante 10 minutos. Un administrador puede restaurar el archivo en Eliminados.',
  'The record it belongs to is deleted. Restore the record first.':
    'El registro al que pertenece está eliminado. Restaure antes el registro.',
  'Staff restore deleted files.': 'El personal restaura los archivos eliminados.',
  'The Content-Type is not the one the address was signed for.':
    'El Content-Type no es el que se firmó para la dirección.',
  'This upload is complete and can no longer be changed.':
    'Esta subida está completa y ya no se puede cambiar.',
  'Other bytes were uploaded to this address before.': 'Antes se subieron otros bytes a esta dirección.',
  'Nothing was uploaded.': 'No se subió nada.',
  'There is no such file or folder.': 'No existe ese archivo o carpeta.',
  'Your role does not open this folder.': 'Su rol no da acceso a esta carpeta.',
  'There is no room for this file at the moment. Tell an administrator.':
    'No hay sitio para este archivo en este momento. Avise a un administrador.',
  'The bytes are not those announced.': 'Los bytes no son los anunciados.',
  'The bytes of this file have not arrived yet.': 'Los bytes de este archivo aún no han llegado.',
  'Other bytes arrived than were announced; they were thrown away.':
    'Llegaron otros bytes que los anunciados; se descartaron.',
  'The bytes of this file are missing from the store. Tell an administrator.':
    'Faltan los bytes de este archivo en el almacén. Avise a un administrador.',
  'The upload broke off.': 'La subida se interrumpió.',
  'What lies there is not what was announced.': 'Lo que hay no es lo que se anunció.',
  'Only administrators see how much is stored.': 'Solo los administradores ven cuánto se almacena.',
  'The file store did not take the file. Try again later.':
    'El almacén no aceptó el archivo. Intente más tarde.',
  'Failed to get pre-signed URL': 'No se pudo obtener la dirección firmada',
  'The address is not signed.': 'La dirección no está firmada.',
  'You made {{made}} {{kind}} within an hour, and {{mostAnHour}} is the most. Go on in an hour.':
    'Usted creó {{made}} en una hora ({{kind}}), y el máximo es {{mostAnHour}}. Siga dentro de una hora.',
  folders: 'carpetas',
  files: 'archivos',
  'There is no space left for this file. {{room}}; deleted files count for 30 days. Ask an administrator for more.':
    'No queda espacio para este archivo. {{room}}; los archivos eliminados cuentan 30 días. Pida más a un administrador.',
  '{{whose}} may store {{quota}} and has {{left}} left':
    '{{whose}}: puede almacenar {{quota}} y le quedan {{left}}',
  'Your organization has {{mostFolders}} folders, which is the most. Delete some that are not needed any more.':
    'Su organización tiene {{mostFolders}} carpetas, que es el máximo. Elimine las que ya no hagan falta.',
  'At most {{mostZippedAtOnce}} files and folders are zipped at once.':
    'Se comprimen como máximo {{mostZippedAtOnce}} archivos y carpetas a la vez.',
  'A zip holds at most {{mostFiles}} files and 20 GB: choose fewer.':
    'Un zip admite como máximo {{mostFiles}} archivos y 20 GB: elija menos.',
}
