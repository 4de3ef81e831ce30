/** Records, their views, notes, lists and jobs. */
export const recordsEs: Readonly<Record<string, string>> = {
  'There is no {{noun}} {{pid}}.': 'No existe ({{noun}}): {{pid}}.',
  'Your role does not make {{noun}}s.': 'Su rol no crea este tipo de registro ({{noun}}).',
  'Your role does not update {{noun}}s.': 'Su rol no cambia este tipo de registro ({{noun}}).',
  'Your role does not delete {{noun}}s.': 'Su rol no elimina este tipo de registro ({{noun}}).',
  'A record with this {{field}} exists already.': 'Ya existe un registro con este valor ({{field}}).',
  'Its {{noun}} {{title}} is deleted. Restore the {{noun}} first.':
    'Está eliminado su registro superior ({{noun}}) {{title}}. Restáurelo antes.',
  'There is no such record.': 'No existe ese registro.',
  'You may not {{action}} this {{noun}} as it stands.':
    'Tal como está, usted no puede {{action}} este registro ({{noun}}).',
  update: 'cambiar',
  delete: 'eliminar',
  restore: 'restaurar',
  'You may not update this {{noun}} as it stands.':
    'Tal como está, usted no puede cambiar este registro ({{noun}}).',
  'You may not delete this {{noun}} as it stands.':
    'Tal como está, usted no puede eliminar este registro ({{noun}}).',
  'You would lose access to this record.': 'Perdería el acceso a este registro.',
  'Somebody saved this record in between.': 'Alguien guardó este registro mientras tanto.',
  'Somebody changed it since.': 'Alguien lo cambió después.',
  'Only administrators restore deleted records.': 'Solo los administradores restauran registros eliminados.',
  'Only administrators see deleted records.': 'Solo los administradores ven los registros eliminados.',
  'Other records refer to it.': 'Otros registros hacen referencia a él.',
  'It is not there any more.': 'Ya no existe.',
  'body is not an object': 'body no es un objeto',
  'body.version is not a version': 'body.version no es una versión',
  'body.{{own}} names the record itself': 'body.{{own}} nombra el propio registro',
  '{{path}} names no record you may refer to':
    '{{path}} no nombra ningún registro al que usted pueda referirse',
  '{{path}} takes active staff only: choose somebody of the office who signs in':
    '{{path}} solo admite personal activo: elija a alguien de la oficina que inicie sesión',
  'There is no note {{notePid}} on this record.': 'No existe la nota {{notePid}} en este registro.',
  'A note is changed by the person who wrote it.': 'Una nota la cambia quien la escribió.',
  'There is no such organization.': 'No existe esa organización.',
  // Views
  'There is no view {{pid}}.': 'No existe la vista {{pid}}.',
  '“{{name}}” comes with the portal and stays as it is. Save a copy of it and change that.':
    '“{{name}}” viene con el portal y no cambia. Guarde una copia y cámbiela.',
  'body.{{part}}: there is no field {{name}}': 'body.{{part}}: no existe el campo {{name}}',
  'body.group: {{name}} cannot be grouped by': 'body.group: no se puede agrupar por {{name}}',
  'body.collection: a view stays with its collection': 'body.collection: una vista permanece en su colección',
  'You keep views for yourself only.': 'Usted solo puede guardar vistas para sí.',
  'Only administrators set the view a role begins with.':
    'Solo los administradores eligen la vista inicial de un rol.',
  'This view is changed by the person who made it, or by an administrator.':
    'Esta vista la cambia quien la creó o un administrador.',
  'Only the person who made this view may keep it to themselves.':
    'Solo quien creó esta vista puede guardarla solo para sí.',
  'Somebody saved this view in between.': 'Alguien guardó esta vista mientras tanto.',
  // Many records at once
  'This names more records than the {{most}} one change may hold by the settings: narrow the selection.':
    'Esto nombra más registros que los {{most}} que admite un cambio según la configuración: reduzca la selección.',
  'There is no {{pid}} you may take back.': 'No hay ningún cambio {{pid}} que usted pueda deshacer.',
  'There is no job {{id}}.': 'No existe la tarea {{id}}.',
  'There is no collection {{collection}} any more.': 'La colección {{collection}} ya no existe.',
  'This server knows no work called {{kind}}.': 'Este servidor no conoce ninguna tarea llamada {{kind}}.',
  'body.patch sets no field': 'body.patch no cambia ningún campo',
  'Only imports, and changes and deletions of several records, are undone here.':
    'Aquí solo se deshacen importaciones, y cambios y eliminaciones de varios registros.',
  'This is still going on: undo it when it has ended.': 'Esto aún está en curso: deshágalo cuando termine.',
  'This has been undone already.': 'Esto ya se deshizo.',
  'The person who started this no longer has access.': 'Quien lo inició ya no tiene acceso.',
  'This stopped by a fault of the server.': 'Esto se detuvo por un fallo del servidor.',
  'The task took longer than it may.': 'La tarea tardó más de lo permitido.',
  'The task used more memory than it may.': 'La tarea usó más memoria de la permitida.',
  "The portal's disk is nearly full, so this was not stored. Tell an administrator.":
    'El disco del portal está casi lleno, así que no se guardó. Avise a un administrador.',
}
