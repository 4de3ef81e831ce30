/** Mail: mailboxes, drafts, sending and answers of mail servers. */
export const mailEs: Readonly<Record<string, string>> = {
  'Attachment not found in this mailbox.': 'No se encontró el archivo adjunto en este buzón.',
  'Message not found in this mailbox.': 'No se encontró el mensaje en este buzón.',
  'Message not found in Deleted items.': 'No se encontró el mensaje en Eliminados.',
  'Attachment not found on this draft.': 'No se encontró el archivo adjunto en este borrador.',
  'Draft not found in this mailbox.': 'No se encontró el borrador en este buzón.',
  'Mailbox not found.': 'No se encontró el buzón.',
  'Attachments can’t be larger than 25 MB in total.':
    'Los archivos adjuntos no pueden pasar de 25 MB en total.',
  'The file has no name.': 'El archivo no tiene nombre.',
  'The file name is longer than {{longestName}} characters.':
    'El nombre del archivo pasa de {{longestName}} caracteres.',
  'The file name has a line break or another control character.':
    'El nombre del archivo tiene un salto de línea u otro carácter de control.',
  'This mailbox is full. Permanently delete messages with large attachments, then attach the file again.':
    'Este buzón está lleno. Elimine de forma permanente mensajes con archivos adjuntos grandes y adjunte el archivo de nuevo.',
  'send one file, named file': 'envíe un solo archivo, llamado file',
  'The text of this message is too complex. Remove pasted formatting and try again.':
    'El texto de este mensaje es demasiado complejo. Quite el formato pegado e inténtelo de nuevo.',
  'This message was already sent.': 'Este mensaje ya se envió.',
  'This draft was saved in another window.': 'Este borrador se guardó en otra ventana.',
  'A message can have up to {{mostRecipients}} recipients. This one has {{count}}.':
    'Un mensaje puede tener hasta {{mostRecipients}} destinatarios. Este tiene {{count}}.',
  'A message can have up to {{mostRecipients}} recipients.':
    'Un mensaje puede tener hasta {{mostRecipients}} destinatarios.',
  'Invalid address: {{wrong}}': 'Dirección no válida: {{wrong}}',
  'Add a recipient.': 'Agregue un destinatario.',
  'Sending was canceled.': 'El envío se canceló.',
  'This message is not in the outbox.': 'Este mensaje no está en Por enviar.',
  'Can’t be canceled: the message may have reached some recipients.':
    'No se puede cancelar: el mensaje puede haber llegado a algunos destinatarios.',
  'Only messages that could not be sent can be resent.':
    'Solo se pueden reenviar mensajes que no se pudieron enviar.',
  'This Idempotency-Key belongs to another message.': 'Esta Idempotency-Key es de otro mensaje.',
  'You can send as yourself or as the office, not from this address.':
    'Puede enviar en su nombre o en el de la oficina, no desde esta dirección.',
  'This message is not linked to that record.': 'Este mensaje no está vinculado a ese registro.',
  'This message is not linked to a record.': 'Este mensaje no está vinculado a ningún registro.',
  'All staff can see messages of an office mailbox. You can share only messages of your own mailbox.':
    'Todo el personal puede ver los mensajes de un buzón de la oficina. Solo puede compartir los de su propio buzón.',
  'This task is still being created. Try again.': 'Esta tarea aún se está creando. Inténtelo de nuevo.',
  // Microsoft
  'Microsoft is not responding. Try again later.': 'Microsoft no responde. Inténtelo más tarde.',
  'The message is too large for Microsoft.': 'El mensaje es demasiado grande para Microsoft.',
  'The portal has no access to this mailbox at Microsoft. Sign in with Microsoft again.':
    'El portal no tiene acceso a este buzón de Microsoft. Inicie sesión con Microsoft de nuevo.',
  'The portal no longer has access to this mailbox at Microsoft. Sign in with Microsoft again.':
    'El portal ya no tiene acceso a este buzón de Microsoft. Inicie sesión con Microsoft de nuevo.',
  'Mailbox or message not found at Microsoft.': 'No se encontró el buzón o mensaje en Microsoft.',
  'Microsoft is temporarily unavailable. Try again later.':
    'Microsoft no está disponible por el momento. Inténtelo más tarde.',
  'Sign in with Microsoft to give the portal access to your mailbox.':
    'Inicie sesión con Microsoft para dar al portal acceso a su buzón.',
  // Images of a message
  'This image was not requested by a message.': 'Ningún mensaje solicitó esta imagen.',
  'This image is not on the public internet.': 'Esta imagen no está en la internet pública.',
  'This image is not available.': 'Esta imagen no está disponible.',
  'This image is larger than 10 MB.': 'Esta imagen pasa de 10 MB.',
  'This image type is not allowed.': 'Este tipo de imagen no está permitido.',
  // Why a message was not delivered
  'Rejected by the outgoing mail server: {{said}}': 'El servidor de correo saliente lo rechazó: {{said}}',
  'Not delivered to {{people}}: mailbox full.': 'No se entregó a {{people}}: buzón lleno.',
  'Not delivered to {{address}}.': 'No se entregó a {{address}}.',
  'Not sent to {{people}}: outgoing email isn’t set up (SMTP_URL). Contact your administrator.':
    'No se envió a {{people}}: el correo saliente no está configurado (SMTP_URL). Contacte a su administrador.',
  'The outgoing mail server did not confirm this message. It may have arrived, so it is not resent automatically.':
    'El servidor de correo saliente no confirmó este mensaje. Puede haber llegado, así que no se reenvía automáticamente.',
  'a fault of the portal': 'un error del portal',
  'An attachment of this message is missing.': 'Falta un archivo adjunto de este mensaje.',
  'Microsoft did not confirm this message.': 'Microsoft no confirmó este mensaje.',
  'Microsoft answered {{code}}.': 'Microsoft respondió {{code}}.',
  'The message is no longer in the outbox.': 'El mensaje ya no está en Por enviar.',
  'Written to before': 'Ya se le escribió antes',
  'The address does not exist.': 'La dirección no existe.',
  'The domain of the address does not exist.': 'El dominio de la dirección no existe.',
  'The address is not valid.': 'La dirección no es válida.',
  'The person has moved to another address.': 'La persona cambió de dirección.',
  'The domain does not accept mail.': 'El dominio no acepta correo.',
  'The mailbox is disabled.': 'El buzón está desactivado.',
  'The mailbox is full.': 'El buzón está lleno.',
  'The message is too large for the mailbox.': 'El mensaje es demasiado grande para el buzón.',
  'The message is too large.': 'El mensaje es demasiado grande.',
  'The mail server is not responding.': 'El servidor de correo no responde.',
  'The connection to the mail server was lost.': 'Se perdió la conexión con el servidor de correo.',
  'The mail server of the address was not found.': 'No se encontró el servidor de correo de la dirección.',
  'The message is caught in a mail loop.': 'El mensaje quedó en un bucle de correo.',
  'The mail server could not be reached in time.': 'No se pudo contactar a tiempo con el servidor de correo.',
  'The mail server rejected the message.': 'El servidor de correo rechazó el mensaje.',
  // The line above a quoted message, and the header of a forwarded one
  'On {{moment}}, {{author}} wrote:': 'El {{moment}}, {{author}} escribió:',
  'and {{count}} more': 'y {{count}} más',
  'From:': 'De:',
  'Sent:': 'Enviado:',
  'To:': 'Para:',
  'Cc:': 'CC:',
  'Subject:': 'Asunto:',
  // Delivery reports without a text of their own
  'a recipient': 'un destinatario',
  'The message could not be delivered to {{to}}.': 'No se pudo entregar el mensaje a {{to}}.',
  'The message has not been delivered to {{to}} yet. The mail server is still trying.':
    'El mensaje aún no se ha entregado a {{to}}. El servidor de correo lo sigue intentando.',
  'The message was delivered to {{to}}.': 'El mensaje se entregó a {{to}}.',
  'The message for {{to}} was passed to a mail server that sends no reports.':
    'El mensaje para {{to}} se pasó a un servidor de correo que no envía informes.',
  'The message was forwarded to the members of {{to}}.': 'El mensaje se reenvió a los miembros de {{to}}.',
  'The message was opened by {{to}}.': '{{to}} abrió el mensaje.',
  'The message was deleted by {{to}} without being opened.': '{{to}} eliminó el mensaje sin abrirlo.',
  'The message was reported as junk by {{to}}.': '{{to}} marcó el mensaje como no deseado.',
  'Report for the message to {{to}}.': 'Informe sobre el mensaje a {{to}}.',
  'Subject of the message: {{subject}}': 'Asunto del mensaje: {{subject}}',
}
