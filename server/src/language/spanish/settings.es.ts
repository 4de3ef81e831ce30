/** Settings, the status map, approvals and the modules of the portal. */
export const settingsEs: Readonly<Record<string, string>> = {
  'Only administrators change the configuration.': 'Solo los administradores cambian la configuración.',
  'Only a superadmin changes {{fields}}.': 'Solo un superadministrador cambia {{fields}}.',
  'Superadmins keep users and settings, so that somebody can open again what was closed.':
    'Los superadministradores conservan usuarios y configuración, para que alguien pueda volver a abrir lo que se cerró.',
  'Second approval needs two superadmins: appoint another one first.':
    'La segunda aprobación requiere dos superadministradores: nombre antes a otro.',
  'Somebody saved the configuration in between.': 'Alguien guardó la configuración mientras tanto.',
  'Only administrators see which office addresses are in force.':
    'Solo los administradores ven qué direcciones de la oficina están en vigor.',
  '{{address}} belongs to a person: their mail would be open to all staff. Choose an address of the office.':
    '{{address}} es de una persona: todo el personal vería su correo. Elija una dirección de la oficina.',
  '{{address}} is not in the portal’s domains ({{domains}}). MAIL_DOMAINS names them.':
    '{{address}} no está en los dominios del portal ({{domains}}). MAIL_DOMAINS los nombra.',
  // Added fields
  'Only administrators add fields.': 'Solo los administradores agregan campos.',
  'Only administrators remove and restore fields.': 'Solo los administradores quitan y restauran campos.',
  'A collection takes at most {{mostFields}} added fields.':
    'Una colección admite como máximo {{mostFields}} campos agregados.',
  'There is no added field {{name}}.': 'No existe el campo agregado {{name}}.',
  'There is no added field {{key}}.': 'No existe el campo agregado {{key}}.',
  'There is no removed field {{key}}.': 'No existe el campo quitado {{key}}.',
  // Status map
  'Only administrators change the permit status map.': 'Solo los administradores cambian el mapa de estados.',
  'Somebody changed the permit status map in between.': 'Alguien cambió el mapa de estados mientras tanto.',
  'There is no draft to publish.': 'No hay borrador que publicar.',
  'There is no earlier map to return to.': 'No hay un mapa anterior al que volver.',
  'body.to: there is no publication {{target}}': 'body.to: no existe la publicación {{target}}',
  // Approvals
  'This change waits for a second administrator, who approves it in Settings, General. Nothing has changed yet.':
    'Este cambio espera a un segundo administrador, que lo aprueba en Configuración, General. Aún no ha cambiado nada.',
  'This change needs the approval of a second administrator, and cannot be asked for from here: make it one by one.':
    'Este cambio requiere la aprobación de un segundo administrador y no se puede pedir desde aquí: hágalo uno por uno.',
  'Who asked for this is no superadmin any more.': 'Quien lo pidió ya no es superadministrador.',
  'Who asked for this is no administrator any more.': 'Quien lo pidió ya no es administrador.',
  'Only who asked withdraws a request.': 'Una solicitud solo la retira quien la hizo.',
  'This request waits no more: it was decided or expired.':
    'Esta solicitud ya no espera: se decidió o caducó.',
  'Another superadmin decides this, never who asked for it.':
    'Lo decide otro superadministrador, nunca quien lo pidió.',
  'Another administrator decides this, never who asked for it.':
    'Lo decide otro administrador, nunca quien lo pidió.',
  'A fault of the portal.': 'Un fallo del portal.',
  // Modules
  'The deploy token is not valid, or was revoked.': 'El token de despliegue no es válido o se revocó.',
  'The deploy token ended: whoever made it may not deploy this remote any more. Make a new one in Settings, Modules.':
    'El token de despliegue terminó: quien lo creó ya no puede desplegar este módulo. Cree otro en Configuración, Módulos.',
  'This deploy token may only upload. An administrator puts the version in force in Settings, Modules.':
    'Este token de despliegue solo puede subir. Un administrador pone la versión en vigor en Configuración, Módulos.',
  'This call needs a deploy token: Authorization: Bearer <token>.':
    'Esta llamada requiere un token de despliegue: Authorization: Bearer <token>.',
  'This deploy token is for {{remote}}, not for {{remote2}}.':
    'Este token de despliegue es de {{remote}}, no de {{remote2}}.',
  'Only a superadmin deploys {{remote}}: it administers the portal.':
    'Solo un superadministrador despliega {{remote}}: administra el portal.',
  'There is no such deploy token.': 'No existe ese token de despliegue.',
  'This portal takes no parts from a developer’s machine. ALLOW_OVERRIDES=1 allows it.':
    'Este portal no toma partes del equipo de un desarrollador. ALLOW_OVERRIDES=1 lo permite.',
  'Write it as mail@http://localhost:4581: a part and an address of this machine.':
    'Escríbalo como mail@http://localhost:4581: una parte y una dirección de este equipo.',
  'The body is empty: send a gzip tar of the build.':
    'El contenido está vacío: envíe la compilación como tar con gzip.',
  'The archive holds neither portal-build.json nor portal.json.':
    'El archivo no contiene portal-build.json ni portal.json.',
  'The archive is refused: {{detail}}.': 'El archivo se rechaza: {{detail}}.',
  'The archive unpacks to more than {{mostUnpackedBytes}} MB.':
    'El archivo ocupa descomprimido más de {{mostUnpackedBytes}} MB.',
  '{{path}} in the archive is larger than 1 MB.': '{{path}} del archivo pasa de 1 MB.',
  '{{path}} in the archive is not JSON.': '{{path}} del archivo no es JSON.',
  'An upload is at most {{largestUploadBytes}} MB.':
    'Una subida tiene como máximo {{largestUploadBytes}} MB.',
  'The archive is of {{name}}, not of {{name2}}.': 'El archivo es de {{name}}, no de {{name2}}.',
  'The archive is of version {{version}}, not {{version2}}.':
    'El archivo es de la versión {{version}}, no de {{version2}}.',
  'There is no remote {{name}}.': 'No existe el módulo {{name}}.',
  'There is no build {{version}} of {{name}}.': 'No existe la compilación {{version}} de {{name}}.',
  'There is no earlier version of {{name}} to go back to.':
    'No hay versión anterior de {{name}} a la que volver.',
  'The build {{version}} of {{name}} is not activated: {{refusal}}.':
    'La compilación {{version}} de {{name}} no se activa: {{refusal}}.',
  'The build {{version}} of {{name}} is not kept any more: deploy it anew.':
    'La compilación {{version}} de {{name}} ya no se conserva: despliéguela de nuevo.',
  'The build {{version}} of {{name}} is not published: {{refusal}}.':
    'La compilación {{version}} de {{name}} no se publica: {{refusal}}.',
  'The build {{version}} of {{name}} is not published: it holds no {{entry}}.':
    'La compilación {{version}} de {{name}} no se publica: no contiene {{entry}}.',
  'The build {{version}} of {{name}} is not published: another build has that version already, and builds never change.':
    'La compilación {{version}} de {{name}} no se publica: otra tiene ya esa versión, y una compilación nunca cambia.',
  '{{name}} has no build in force yet, so everybody gets the first: activate it without a canary.':
    '{{name}} aún no tiene compilación en vigor, así que todos reciben la primera: actívela sin canario.',
  '{{path}} of {{name}} {{version}} is not what was published, so it is not served.':
    '{{path}} de {{name}} {{version}} no es lo que se publicó, así que no se sirve.',
}
