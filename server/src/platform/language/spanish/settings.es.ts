/** Settings, the status map, approvals and the modules of the portal. */
export const settingsEs: Readonly<Record<string, string>> = {
  'Only administrators can change settings.': 'Solo los administradores pueden cambiar la configuración.',
  'Only a superadmin can change {{fields}}.': 'Solo un superadministrador puede cambiar {{fields}}.',
  'Superadmins always keep access to users and settings.':
    'Los superadministradores siempre conservan el acceso a usuarios y configuración.',
  'Second approval requires two superadmins. Add another one first.':
    'La segunda aprobación requiere dos superadministradores. Antes agregue otro.',
  'Settings were changed by someone else.': 'Otra persona cambió la configuración.',
  'Only administrators can see the status of office addresses.':
    'Solo los administradores pueden ver el estado de las direcciones de la oficina.',
  '{{address}} belongs to a person. All staff could read their mail. Choose an office address.':
    '{{address}} es de una persona. Todo el personal podría leer su correo. Elija una dirección de la oficina.',
  '{{address}} is outside the portal’s domains ({{domains}}), set in MAIL_DOMAINS.':
    '{{address}} está fuera de los dominios del portal ({{domains}}), definidos en MAIL_DOMAINS.',
  // Added fields
  'Only administrators can add fields.': 'Solo los administradores pueden agregar campos.',
  'Only administrators can remove and restore fields.':
    'Solo los administradores pueden quitar y restaurar campos.',
  'A collection can have up to {{mostFields}} custom fields.':
    'Una colección puede tener hasta {{mostFields}} campos personalizados.',
  'Custom field {{name}} not found.': 'No se encontró el campo personalizado {{name}}.',
  'Custom field {{key}} not found.': 'No se encontró el campo personalizado {{key}}.',
  'Removed field {{key}} not found.': 'No se encontró el campo quitado {{key}}.',
  // Status map
  'Only administrators can change the permit status map.':
    'Solo los administradores pueden cambiar el mapa de estados.',
  'The permit status map was changed by someone else.': 'Otra persona cambió el mapa de estados.',
  'There is no draft to publish.': 'No hay borrador que publicar.',
  'There is no earlier map to restore.': 'No hay un mapa anterior que restaurar.',
  'body.to: there is no publication {{target}}': 'body.to: no existe la publicación {{target}}',
  // Requirements
  'Only administrators can change permit types, document types and fees.':
    'Solo los administradores pueden cambiar los tipos de permiso, los tipos de documento y los cargos.',
  'Permit types, document types or fees were changed by someone else.':
    'Otra persona cambió los tipos de permiso, los tipos de documento o los cargos.',
  'Only administrators can export and import the library.':
    'Solo los administradores pueden exportar e importar la biblioteca.',
  'The library was changed by someone else. Look at the preview again.':
    'Otra persona cambió la biblioteca. Vuelva a ver la vista previa.',
  'There is no pack {{key}}.': 'No hay un paquete {{key}}.',
  'Only administrators can change the requirements.':
    'Solo los administradores pueden cambiar los requisitos.',
  'Only staff can see the requirements.': 'Solo el personal puede ver los requisitos.',
  'The requirements were changed by someone else.': 'Otra persona cambió los requisitos.',
  'That day has passed. Choose today or a later day.': 'Ese día ya pasó. Elija hoy o un día posterior.',
  'Choose {{day}} or an earlier day.': 'Elija el {{day}} o un día anterior.',
  '{{count}} publications are scheduled already. Withdraw one first.':
    'Ya hay {{count}} publicaciones programadas. Anule primero una.',
  'There is no scheduled publication {{id}}.': 'No hay una publicación programada {{id}}.',
  'It came into force on its day. Publish other requirements, or use an earlier version again.':
    'Entró en vigor en su día. Publique otros requisitos o use de nuevo una versión anterior.',
  'It was withdrawn already.': 'Ya se anuló.',
  'There is a draft. Choose whether to keep it or to replace it.':
    'Hay un borrador. Elija si lo conserva o lo reemplaza.',
  'Version {{number}} was published on a later day.': 'La versión {{number}} se publicó un día posterior.',
  'There is no draft of the requirements.': 'No hay un borrador de los requisitos.',
  'Version {{number}} is in force now. Check what it changes, then move the permits.':
    'Ahora está vigente la versión {{number}}. Revise qué cambia y después pase los permisos.',
  'No open permit has another version.': 'Ningún permiso abierto tiene otra versión.',
  'The package is ready to submit and would change. Reopen it first.':
    'El paquete está listo para presentarse y cambiaría. Ábralo de nuevo primero.',
  'query.authority is not an agency': 'query.authority no es una agencia',
  'There is no agency with the short code {{code}}.': 'No existe una agencia con el código corto {{code}}.',
  // Approvals
  'A second administrator must approve this change in Settings, General. Nothing has changed yet.':
    'Un segundo administrador debe aprobar este cambio en Configuración, General. Aún no ha cambiado nada.',
  'This change requires approval by a second administrator. Change the records one by one.':
    'Este cambio requiere la aprobación de un segundo administrador. Cambie los registros uno por uno.',
  'The person who requested this is no longer a superadmin.':
    'Quien lo solicitó ya no es superadministrador.',
  'The person who requested this is no longer an administrator.': 'Quien lo solicitó ya no es administrador.',
  'Only the person who made a request can withdraw it.': 'Solo quien hizo una solicitud puede retirarla.',
  'This request was already decided or has expired.': 'Esta solicitud ya se decidió o caducó.',
  'Another superadmin must decide this request.': 'Otro superadministrador debe decidir esta solicitud.',
  'Another administrator must decide this request.': 'Otro administrador debe decidir esta solicitud.',
  'Portal error.': 'Error del portal.',
  // Modules
  'The deploy token is invalid or was revoked.': 'El token de implementación no es válido o se revocó.',
  'The deploy token expired: its creator can no longer deploy this module. Create a new one in Settings, Modules.':
    'El token de implementación caducó: quien lo creó ya no puede implementar este módulo. Cree otro en Configuración, Módulos.',
  'This deploy token can only upload. An administrator activates the version in Settings, Modules.':
    'Este token de implementación solo puede subir. Un administrador activa la versión en Configuración, Módulos.',
  'This call requires a deploy token: Authorization: Bearer <token>.':
    'Esta llamada requiere un token de implementación: Authorization: Bearer <token>.',
  'This deploy token is for {{remote}}, not for {{remote2}}.':
    'Este token de implementación es de {{remote}}, no de {{remote2}}.',
  'Only a superadmin can deploy {{remote}}, which administers the portal.':
    'Solo un superadministrador puede implementar {{remote}}, que administra el portal.',
  // Back ends of modules
  'body.address must be scheme, host and path alone.': 'body.address debe ser solo esquema, servidor y ruta.',
  'The module {{name}} is not deployed.': 'El módulo {{name}} no está implementado.',
  'The module {{name}} has no back end.': 'El módulo {{name}} no tiene servidor propio.',
  'Your role opens nothing of the module {{name}}.': 'Su rol no abre nada del módulo {{name}}.',
  'The path has a part that is not allowed.': 'La ruta tiene una parte que no está permitida.',
  'The back end of {{remote}} is busy. Try again.':
    'El servidor de {{remote}} está ocupado. Inténtelo de nuevo.',
  'The back end of {{remote}} redirected the call.': 'El servidor de {{remote}} redirigió la llamada.',
  'The back end of {{remote}} failed.': 'El servidor de {{remote}} falló.',
  'The back end of {{remote}} did not answer.': 'El servidor de {{remote}} no respondió.',
  'The answer of the back end of {{remote}} is too large.':
    'La respuesta del servidor de {{remote}} es demasiado grande.',
  // Apps
  'App not found.': 'No se encontró la aplicación.',
  'You have not allowed this app.': 'No ha permitido esta aplicación.',
  'An app cannot do this.': 'Una aplicación no puede hacer esto.',
  'The app may not do this: it needs {{scope}}.': 'La aplicación no puede hacer esto: necesita {{scope}}.',
  'The answer is too large. Ask for fewer records or fields.':
    'La respuesta es demasiado grande. Pida menos registros o campos.',
  'The app was changed by someone else.': 'Otra persona cambió la aplicación.',
  'The app was changed meanwhile. Read again what it may do.':
    'La aplicación cambió mientras tanto. Lea de nuevo lo que puede hacer.',
  'There can be at most {{maxApps}} apps.': 'Puede haber como máximo {{maxApps}} aplicaciones.',
  'Choose a page in the menu or at least one collection.':
    'Elija una página en el menú o al menos una colección.',
  'Choose at least one role.': 'Elija al menos un rol.',
  'body.address has a user or a password.': 'body.address tiene un usuario o una contraseña.',
  'body.address must name a host, not an IPv6 address.':
    'body.address debe nombrar un servidor, no una dirección IPv6.',
  'body.address is an address of the portal itself.': 'body.address es una dirección del propio portal.',
  'Deploy token not found.': 'No se encontró el token de implementación.',
  'This portal does not run code from a developer’s computer. Set ALLOW_OVERRIDES=1 to allow it.':
    'Este portal no ejecuta código del equipo de un desarrollador. ALLOW_OVERRIDES=1 lo permite.',
  'Enter a module and a local address, such as mail@http://localhost:4581.':
    'Escriba un módulo y una dirección local, por ejemplo mail@http://localhost:4581.',
  'The body is empty: send a gzip tar of the build.':
    'El contenido está vacío: envíe la compilación como tar con gzip.',
  'The archive has no portal-build.json or portal.json.':
    'El archivo no tiene portal-build.json ni portal.json.',
  'Archive rejected: {{detail}}.': 'Archivo rechazado: {{detail}}.',
  'The archive unpacks to more than {{mostUnpackedBytes}} MB.':
    'El archivo ocupa descomprimido más de {{mostUnpackedBytes}} MB.',
  '{{path}} in the archive is larger than 1 MB.': '{{path}} del archivo pasa de 1 MB.',
  '{{path}} in the archive is not JSON.': '{{path}} del archivo no es JSON.',
  'An upload is at most {{largestUploadBytes}} MB.':
    'Una subida tiene como máximo {{largestUploadBytes}} MB.',
  'The archive is of {{name}}, not of {{name2}}.': 'El archivo es de {{name}}, no de {{name2}}.',
  'The archive is of version {{version}}, not {{version2}}.':
    'El archivo es de la versión {{version}}, no de {{version2}}.',
  'The error budget of {{name}} is spent: {{failures}} of {{mounts}} loads failed in {{days}} days, and the target is {{target}} % without failure.':
    'El margen de errores de {{name}} está agotado: {{failures}} de {{mounts}} cargas fallaron en {{days}} días, y el objetivo es {{target}} % sin fallo.',
  '{{path}} in the archive is no source map.': '{{path}} en el archivo no es un mapa de código fuente.',
  '{{path}} in the archive is larger than {{most}} MB.': '{{path}} en el archivo ocupa más de {{most}} MB.',
  'The archive holds more than {{most}} source maps.':
    'El archivo contiene más de {{most}} mapas de código fuente.',
  '{{path}} in the archive is no source map of a file of {{name}} {{version}}.':
    '{{path}} en el archivo no es un mapa de código fuente de un archivo de {{name}} {{version}}.',
  'Module {{name}} not found.': 'No se encontró el módulo {{name}}.',
  'Version {{version}} of {{name}} not found.': 'No se encontró la versión {{version}} de {{name}}.',
  '{{name}} has no earlier version to roll back to.':
    '{{name}} no tiene una versión anterior a la que volver.',
  'The build {{version}} of {{name}} is not activated: {{refusal}}.':
    'La compilación {{version}} de {{name}} no se activa: {{refusal}}.',
  'The build {{version}} of {{name}} can’t be previewed: {{refusal}}.':
    'La compilación {{version}} de {{name}} no se puede previsualizar: {{refusal}}.',
  'it failed when it was tried in a page ({{failure}})': 'falló al probarse en una página ({{failure}})',
  '{{name}} has {{count}} previews. End one in Settings, Modules first.':
    '{{name}} tiene {{count}} vistas previas. Antes finalice una en Configuración, Módulos.',
  'This preview has ended. Ask for a new link.': 'Esta vista previa terminó. Pida un enlace nuevo.',
  'Your role can’t see previews of {{name}}. Ask an administrator.':
    'Su rol no puede ver vistas previas de {{name}}. Consulte a un administrador.',
  'Preview not found.': 'No se encontró la vista previa.',
  'No live version of {{remote}} has the flag {{flag}}.':
    'Ninguna versión activa de {{remote}} tiene el indicador {{flag}}.',
  'One of the people does not exist or was deleted.': 'Una de las personas no existe o fue eliminada.',
  '{{name}} {{version}} needs {{needed}}, and {{place}} has {{found}}':
    '{{name}} {{version}} necesita {{needed}}, y {{place}} tiene {{found}}',
  '{{name}} {{version}} uses {{used}}, and {{place}} does not have it':
    '{{name}} {{version}} usa {{used}}, y {{place}} no lo tiene',
  '{{name}} {{version}} does not fit: {{reason}}': '{{name}} {{version}} no encaja: {{reason}}',
  '{{name}} {{version}} calls {{call}}, and the {{place}} does not answer it':
    '{{name}} {{version}} llama a {{call}}, y el {{place}} no responde',
  '{{origin}} is the origin of this portal.': '{{origin}} es el origen de este portal.',
  '{{origin}} is an address of this machine or of a private network.':
    '{{origin}} es una dirección de este equipo o de una red privada.',
  '{{origin}} must begin with https://.': '{{origin}} debe empezar por https://.',
  'At most {{maxOrigins}} origins can be listed. Remove one that no module uses.':
    'Se pueden añadir como máximo {{maxOrigins}} orígenes. Quite uno que ningún módulo use.',
  'Version {{version}} of {{name}} has no types. Build it with portal build, which writes them.':
    'La versión {{version}} de {{name}} no tiene tipos. Compílela con portal build, que los escribe.',
  'Version {{version}} of {{name}} is no longer stored. Deploy it again.':
    'La versión {{version}} de {{name}} ya no se conserva. Impleméntela de nuevo.',
  'The build {{version}} of {{name}} is not published: {{refusal}}.':
    'La compilación {{version}} de {{name}} no se publica: {{refusal}}.',
  'The build {{version}} of {{name}} is not published: it holds no {{entry}}.':
    'La compilación {{version}} de {{name}} no se publica: no contiene {{entry}}.',
  'The build {{version}} of {{name}} is not published: another build has that version already, and builds never change.':
    'La compilación {{version}} de {{name}} no se publica: otra tiene ya esa versión, y una compilación nunca cambia.',
  '{{name}} was removed from the portal. An administrator can restore it in Settings, Modules.':
    '{{name}} se quitó del portal. Un administrador puede restaurarlo en Configuración, Módulos.',
  '{{name}} is part of the portal. Switch it off for the roles that do not need it.':
    '{{name}} es parte del portal. Desactívelo para los roles que no lo necesitan.',
  'Type {{name}} to confirm that it is removed.': 'Escriba {{name}} para confirmar que se quita.',
  '{{name}} has no active version yet. Activate the first version without a canary.':
    '{{name}} aún no tiene una versión activa. Active la primera versión sin canario.',
  '{{path}} of {{name}} {{version}} was changed after publication and is not served.':
    '{{path}} de {{name}} {{version}} cambió después de publicarse y no se sirve.',
  'The deploy token expired on {{day}}. Create a new one in Settings, Modules.':
    'El token de implementación caducó el {{day}}. Cree otro en Configuración, Módulos.',
  '{{other}} has the calls below {{taken}} already': '{{other}} ya tiene las llamadas bajo {{taken}}',
  '{{other}} has the collection {{collection}} already': '{{other}} ya tiene la colección {{collection}}',
  '{{other}} has the menu entry "{{label}}" already': '{{other}} ya tiene la entrada de menú «{{label}}»',
  '{{other}} has the label "{{label}}" in the slot {{slot}} already':
    '{{other}} ya tiene la etiqueta «{{label}}» en el lugar {{slot}}',
  '{{other}} has the address {{path}} already': '{{other}} ya tiene la dirección {{path}}',
  '{{other}} has the address {{taken}} already, which {{path}} would share':
    '{{other}} ya tiene la dirección {{taken}}, que {{path}} compartiría',
  '{{name}} is no path of a file in a build': '{{name}} no es la ruta de un archivo de una compilación',
  '{{name}} is not whole': '{{name}} no está completo',
  'it holds more than {{most}} files and folders': 'contiene más de {{most}} archivos y carpetas',
  'it holds more than {{most}} files': 'contiene más de {{most}} archivos',
  '{{name}} is a {{type}}, not a file': '{{name}} es de tipo {{type}}, no un archivo',
  '{{path}} is in it twice': '{{path}} está dos veces',
  'it is no gzip tar, or not whole': 'no es un tar con gzip o no está completo',
  'it is empty': 'está vacío',
  'There is a field {{name}} already, or one that was removed: restore it in Settings, Columns, or choose another name.':
    'Ya existe un campo {{name}}, o se quitó: restáurelo en Configuración, Columnas, o elija otro nombre.',
  'There is no publication {{target}}': 'No existe la publicación {{target}}',
  // Changes that wait for a second person
  'Add {{name}} ({{email}}) as {{role}}.': 'Agregar a {{name}} ({{email}}) como {{role}}.',
  'Change the role of {{name}} from {{before}} to {{after}}.':
    'Cambiar el rol de {{name}} de {{before}} a {{after}}.',
  'Change {{setting}} from {{from}} to {{to}}.': 'Cambiar {{setting}} de {{from}} a {{to}}.',
  'Activate version {{version}} of {{name}}.': 'Activar la versión {{version}} de {{name}}.',
  'Activate version {{version}} of {{name}} as a canary.':
    'Activar la versión {{version}} de {{name}} como prueba.',
  'Email addresses': 'Direcciones de correo',
  'Second approval': 'Segunda aprobación',
  'Office name': 'Nombre de la oficina',
  'Office address': 'Dirección de la oficina',
  'Payment instructions': 'Instrucciones de pago',
  on: 'activada',
  off: 'desactivada',
  empty: 'vacío',
}
