/** Records, their views, notes, lists and jobs. */
export const recordsEs: Readonly<Record<string, string>> = {
  'No {{noun}} found with number {{pid}}.': 'No se encontró ({{noun}}): {{pid}}.',
  'Your role can’t create {{nouns}}.': 'Su rol no puede crear este tipo de registro ({{noun}}).',
  'Your role can’t update {{nouns}}.': 'Su rol no puede cambiar este tipo de registro ({{noun}}).',
  'Your role can’t delete {{nouns}}.': 'Su rol no puede eliminar este tipo de registro ({{noun}}).',
  'A record with this {{field}} already exists.': 'Ya existe un registro con este valor ({{field}}).',
  'Its {{noun}} {{title}} is deleted. Restore the {{noun}} first.':
    'Está eliminado su registro superior ({{noun}}) {{title}}. Restáurelo antes.',
  'Record not found.': 'No se encontró el registro.',
  'You can’t {{action}} this {{noun}} in its current status.':
    'No puede {{action}} este registro ({{noun}}) en su estado actual.',
  update: 'cambiar',
  delete: 'eliminar',
  restore: 'restaurar',
  'You can’t update this {{noun}} in its current status.':
    'No puede cambiar este registro ({{noun}}) en su estado actual.',
  'You can’t delete this {{noun}} in its current status.':
    'No puede eliminar este registro ({{noun}}) en su estado actual.',
  'You would lose access to this record.': 'Perdería el acceso a este registro.',
  'This record was changed by someone else.': 'Otra persona cambió este registro.',
  'Changed by someone else since.': 'Otra persona lo cambió después.',
  'Only administrators can restore deleted records.':
    'Solo los administradores pueden restaurar registros eliminados.',
  'Only administrators can see deleted records.':
    'Solo los administradores pueden ver los registros eliminados.',
  'Other records are linked to it.': 'Otros registros están vinculados a él.',
  'No longer exists.': 'Ya no existe.',
  'body is not an object': 'body no es un objeto',
  'body.version is not a version': 'body.version no es una versión',
  'body.{{own}} names the record itself': 'body.{{own}} nombra el propio registro',
  '{{path}} is not a record you have access to': '{{path}} no es un registro al que usted tenga acceso',
  '{{path}} must be an active staff member': '{{path}} debe ser una persona activa del personal',
  'Note {{notePid}} not found on this record.': 'No se encontró la nota {{notePid}} en este registro.',
  'Only the author can change a note.': 'Solo quien escribió una nota puede cambiarla.',
  '{{name}} can’t read this note. Remove the mention.': '{{name}} no puede leer esta nota. Quite la mención.',
  'content: at most {{max}} people can be mentioned in a note':
    'content: en una nota se puede mencionar a {{max}} personas como máximo',
  'Organization not found.': 'No se encontró la organización.',
  // Calendar feeds
  'body.view: “{{name}}” has no dates': 'body.view: “{{name}}” no tiene fechas',
  'You watch {{count}} records, which is the limit. Stop watching some of them first.':
    'Sigue {{count}} registros, que es el límite. Deje primero de seguir algunos.',
  'You watch {{count}} views, which is the limit. Stop watching some of them first.':
    'Sigue {{count}} vistas, que es el límite. Deje primero de seguir algunas.',
  '“{{name}}” shows too many records to be watched. Narrow its filters.':
    '«{{name}}» muestra demasiados registros para seguirla. Acote sus filtros.',
  '{{name}} can’t be watched.': '{{name}} no se puede seguir.',
  'You have {{count}} calendar feeds. Revoke one first.':
    'Tiene {{count}} suscripciones de calendario. Revoque una primero.',
  'There is no such calendar.': 'No existe ese calendario.',
  // Views
  'View {{pid}} not found.': 'No se encontró la vista {{pid}}.',
  '“{{name}}” is a built-in view and can’t be changed. Save a copy and change the copy.':
    '“{{name}}” es una vista predefinida y no se puede cambiar. Guarde una copia y cambie la copia.',
  'body.{{part}}: there is no field {{name}}': 'body.{{part}}: no existe el campo {{name}}',
  'body.group: {{name}} cannot be grouped by': 'body.group: no se puede agrupar por {{name}}',
  'body.collection: the collection of a view can’t be changed':
    'body.collection: la colección de una vista no se puede cambiar',
  'You can save views only for yourself.': 'Solo puede guardar vistas para usted.',
  'Only administrators can set a role’s default view.':
    'Solo los administradores pueden definir la vista predeterminada de un rol.',
  'Only the view’s owner or an administrator can change it.':
    'Solo quien creó la vista o un administrador puede cambiarla.',
  'Only the view’s owner can make it private.': 'Solo quien creó la vista puede hacerla privada.',
  'This view was changed by someone else.': 'Otra persona cambió esta vista.',
  // Bulk changes
  'Bulk changes are limited to {{most}} records. Select fewer records.':
    'Los cambios en lote se limitan a {{most}} registros. Seleccione menos registros.',
  'No change {{pid}} that you can undo.': 'No hay ningún cambio {{pid}} que usted pueda deshacer.',
  'Job {{id}} not found.': 'No se encontró el proceso {{id}}.',
  'The collection {{collection}} no longer exists.': 'La colección {{collection}} ya no existe.',
  'Unknown job type {{kind}}.': 'Tipo de proceso desconocido: {{kind}}.',
  'body.patch sets no field': 'body.patch no cambia ningún campo',
  'Only imports and bulk changes or deletions can be undone here.':
    'Aquí solo se pueden deshacer importaciones y cambios o eliminaciones en lote.',
  'Still in progress. Undo it after it finishes.': 'Aún está en curso. Deshágalo cuando termine.',
  'Already undone.': 'Ya se deshizo.',
  'The person who started this no longer has access.': 'Quien lo inició ya no tiene acceso.',
  'Changes made so far are kept.': 'Los cambios hechos hasta ahora se conservan.',
  'Canceled by an administrator.': 'Lo canceló un administrador.',
  'This job has already ended.': 'Este proceso ya terminó.',
  'Only failed or canceled jobs can be retried, and imports only while their file is kept.':
    'Solo se pueden reintentar los procesos fallidos o cancelados, y las importaciones solo mientras se conserva su archivo.',
  'Scheduled task {{name}} not found.': 'No se encontró la tarea programada {{name}}.',
  'Stopped by a server error.': 'Se detuvo por un error del servidor.',
  'The task took too long.': 'El proceso tardó demasiado.',
  'The task used too much memory.': 'El proceso usó demasiada memoria.',
  'Files can’t be reached right now. Try again in a few minutes.':
    'No se puede acceder a los archivos en este momento. Inténtelo de nuevo en unos minutos.',
  'Not saved: the server’s disk is nearly full. Contact an administrator.':
    'No se guardó: el disco del servidor está casi lleno. Contacte a un administrador.',
  'An import can be undone within {{hours}} hours.':
    'Una importación se puede deshacer en un plazo de {{hours}} horas.',
  'Processed permits are not made here: a permit becomes processed when its status does':
    'Los permisos procesados no se crean aquí: un permiso pasa a procesado según su estado',
  // Mail of a record and people to write to
  '(No subject)': '(sin asunto)',
  'A message of {{owner}}': 'Un mensaje de {{owner}}',
  'a colleague': 'un colega',
  'Signs in for the client': 'Inicia sesión por el cliente',
  'Contact of the client': 'Contacto del cliente',
  // Notifications and their delivery
  'This link is incomplete. Open it from the mail again.':
    'Este enlace está incompleto. Vuelva a abrirlo desde el mensaje.',
  '{{path}}: your role does not get this kind.': '{{path}}: su rol no recibe este tipo.',
  '{{path}}: this kind is always sent by mail and can’t be changed.':
    '{{path}}: este tipo siempre se envía por correo y no se puede cambiar.',
  'This notification was not found.': 'No se encontró esta notificación.',
  'Only notifications that could not be sent can be sent again.':
    'Solo se pueden reenviar las notificaciones que no se pudieron enviar.',
  'Not delivered by mail to {{failed}} of {{people}} people. See Delivery in the settings.':
    'No se entregó por correo a {{failed}} de {{people}} personas. Vea Entrega en la configuración.',
  'This address is not suppressed.': 'Esta dirección no está bloqueada.',
  // Merging two organizations
  'Only administrators can merge organizations.': 'Solo los administradores pueden combinar organizaciones.',
  'An organization can’t be merged into itself.': 'Una organización no se puede combinar consigo misma.',
  'body.fields.{{name}}: these organizations have no such choice':
    'body.fields.{{name}}: estas organizaciones no ofrecen esa opción',
  '{{client}} is already merged into another organization.':
    '{{client}} ya está combinada con otra organización.',
  'Another merge of {{client}} is not complete yet.': 'Otra combinación de {{client}} aún no ha terminado.',
  '{{client}} is closed. Merge in the other direction.':
    '{{client}} está cerrada. Haga la combinación en el otro sentido.',
  'Both organizations had an open task for this certificate. {{task}} stays open.':
    'Ambas organizaciones tenían una tarea abierta para este certificado. {{task}} sigue abierta.',
  'This organization was merged into another one and can’t be changed.':
    'Esta organización se combinó con otra y no se puede modificar.',
  'This record was merged into another one and can’t be changed.':
    'Este registro se combinó con otro y no se puede cambiar.',
  'This organization is not merged into another one.': 'Esta organización no está combinada con otra.',
  'The organization it was merged into is deleted. Restore it first.':
    'La organización con la que se combinó está eliminada. Restáurela primero.',
  '{{what}} belongs to another organization by now.': '{{what}} ya pertenece a otra organización.',
  '{{what}} was recorded after the merge.': '{{what}} se registró después de la combinación.',
  '{{what}} covers fees of the other organization.': '{{what}} cubre cargos de la otra organización.',
  '{{what}} was submitted after the merge.': '{{what}} se presentó después de la combinación.',
  'The field {{field}} of {{client}} was changed after the merge.':
    'El campo {{field}} de {{client}} se modificó después de la combinación.',
  '{{client}} was merged into another organization after that. Undo that merge first.':
    '{{client}} se combinó después con otra organización. Deshaga primero esa combinación.',
  '{{client}} is no longer merged.': '{{client}} ya no está combinada.',
  // A record as of a past time
  'This record did not exist at that time, or you had no access to it.':
    'Este registro no existía en ese momento o usted no tenía acceso a él.',
  'This record was deleted.': 'Este registro fue eliminado.',
}
