/** Mail: mailboxes, drafts, sending and what mail servers answer. */
export const mailEs: Readonly<Record<string, string>> = {
  'There is no such attachment in this mailbox.': 'No existe ese archivo adjunto en este buzón.',
  'There is no such message in this mailbox.': 'No existe ese mensaje en este buzón.',
  'There is no such message among the deleted items.':
    'No existe ese mensaje entre los elementos eliminados.',
  'There is no such attachment on this draft.': 'No existe ese archivo adjunto en este borrador.',
  'There is no such draft in this mailbox.': 'No existe ese borrador en este buzón.',
  'There is no such mailbox.': 'No existe ese buzón.',
  'The attachments of a message are at most 25 MB together.':
    'Los archivos adjuntos de un mensaje suman como máximo 25 MB.',
  'The file has no name.': 'El archivo no tiene nombre.',
  'The name of the file is longer than {{longestName}} characters.':
    'El nombre del archivo pasa de {{longestName}} caracteres.',
  'The name of the file has a line break or another control character.':
    'El nombre del archivo tiene un salto de línea u otro carácter de control.',
  'This mailbox is full. Delete messages with large attachments for good, then attach the file again.':
    'Este buzón está lleno. Elimine definitivamente mensajes con adjuntos grandes y adjunte el archivo de nuevo.',
  'an attachment is one file, called file': 'un adjunto es un solo archivo, llamado file',
  'The text of this message is too complicated to be read. Remove pasted formatting and try again.':
    'El texto de este mensaje es demasiado complejo. Quite el formato pegado e intente de nuevo.',
  'This message was sent already.': 'Este mensaje ya se envió.',
  'This draft was saved elsewhere in between.': 'Este borrador se guardó en otro lugar mientras tanto.',
  'A message goes to at most {{mostRecipients}} people, this one to {{count}}.':
    'Un mensaje va como máximo a {{mostRecipients}} personas; este, a {{count}}.',
  'A message goes to at most {{mostRecipients}} people.':
    'Un mensaje va como máximo a {{mostRecipients}} personas.',
  'No mail can be sent to: {{wrong}}.': 'No se puede enviar correo a: {{wrong}}.',
  'The message names no recipient.': 'El mensaje no tiene destinatarios.',
  'This sending was taken back.': 'Este envío se retiró.',
  'This message is not in the outbox.': 'Este mensaje no está en la bandeja de salida.',
  'Some of its recipients have this message, or may have it: it cannot be taken back.':
    'Algunos destinatarios tienen este mensaje o pueden tenerlo: no se puede retirar.',
  'Only what could not be sent is sent again.': 'Solo se envía de nuevo lo que no se pudo enviar.',
  'This Idempotency-Key belongs to another sending.': 'Esta Idempotency-Key es de otro envío.',
  'You may send as yourself and as the office, not as this address.':
    'Puede enviar en su nombre y en el de la oficina, no con esta dirección.',
  'This message is not linked to that record.': 'Este mensaje no está vinculado a ese registro.',
  'This message is not linked to a record.': 'Este mensaje no está vinculado a ningún registro.',
  'All staff see the messages of an office mailbox. Only messages of your own mailbox are shared.':
    'Todo el personal ve los mensajes de un buzón de la oficina. Solo se comparten los de su propio buzón.',
  'This task is still being made. Try again.': 'Esta tarea aún se está creando. Intente de nuevo.',
  // Microsoft
  'Microsoft does not answer at the moment. Try again later.':
    'Microsoft no responde en este momento. Intente más tarde.',
  'Microsoft does not take a message this large.': 'Microsoft no acepta un mensaje tan grande.',
  'Microsoft does not open this mailbox to the portal. Sign in with Microsoft once more.':
    'Microsoft no abre este buzón al portal. Inicie sesión con Microsoft de nuevo.',
  'Microsoft does not open this mailbox to the portal any more. Sign in with Microsoft once more.':
    'Microsoft ya no abre este buzón al portal. Inicie sesión con Microsoft de nuevo.',
  'There is no such mailbox or message at Microsoft.': 'No existe ese buzón o mensaje en Microsoft.',
  'Microsoft cannot serve this at the moment. Try again later.':
    'Microsoft no puede atenderlo en este momento. Intente más tarde.',
  'Sign in with Microsoft once, so that the portal may open your mailbox.':
    'Inicie sesión con Microsoft una vez para que el portal pueda abrir su buzón.',
  // Pictures of a message
  'This picture was not asked for by a mail.': 'Ningún correo pidió esta imagen.',
  'This picture is not on the public internet.': 'Esta imagen no está en la internet pública.',
  'This picture cannot be had.': 'Esta imagen no se puede obtener.',
  'This picture is larger than 10 MB.': 'Esta imagen pasa de 10 MB.',
  'This is no picture a mail may show.': 'No es una imagen que un correo pueda mostrar.',
}
