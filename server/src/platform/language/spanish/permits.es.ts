/** Permits, packages, tasks and payments: why a transition is closed, and refusals. */
export const permitsEs: Readonly<Record<string, string>> = {
  // Transitions
  'Enter a reason.': 'Escriba un motivo.',
  'Status can’t change from {{from}} to {{to}}.': 'El estado no puede cambiar de {{from}} a {{to}}.',
  'body.to: {{to}} is not a valid status': 'body.to: {{to}} no es un estado válido',
  'The submittal package is blocked. Reopen or check it first.':
    'El paquete de presentación está bloqueado. Antes reábralo o compruébelo.',
  'The submittal package is not ready.': 'El paquete de presentación no está listo.',
  'The permit is not ready to submit.': 'El permiso no está listo para presentar.',
  'Balance due: record the payment first.': 'Saldo pendiente: antes registre el pago.',
  'An unpaid fee is due.': 'Hay un cargo sin pagar.',
  'No balance due: add the fee first.': 'Sin saldo pendiente: antes agregue el cargo.',
  '{{what}} of the client: {{day}}. Enter the date of the new certificate first.':
    '{{what}} del cliente: {{day}}. Antes registre la fecha del nuevo certificado.',
  'An open amendment must be closed first.': 'Antes cierre la modificación abierta.',
  '1 condition must be met or waived before submittal.':
    'Antes de la presentación hay que cumplir o eximir 1 condición.',
  '{{count}} conditions must be met or waived before submittal.':
    'Antes de la presentación hay que cumplir o eximir {{count}} condiciones.',
  '1 client condition must be met or waived before submittal.':
    'Antes de la presentación hay que cumplir o eximir 1 condición del cliente.',
  '{{count}} client conditions must be met or waived before submittal.':
    'Antes de la presentación hay que cumplir o eximir {{count}} condiciones del cliente.',
  '1 condition must be met or waived before issuance.':
    'Antes de la emisión hay que cumplir o eximir 1 condición.',
  '{{count}} conditions must be met or waived before issuance.':
    'Antes de la emisión hay que cumplir o eximir {{count}} condiciones.',
  '1 client condition must be met or waived before issuance.':
    'Antes de la emisión hay que cumplir o eximir 1 condición del cliente.',
  '{{count}} client conditions must be met or waived before issuance.':
    'Antes de la emisión hay que cumplir o eximir {{count}} condiciones del cliente.',
  '1 open task blocks this step.': '1 tarea abierta bloquea este paso.',
  '{{count}} open tasks block this step.': '{{count}} tareas abiertas bloquean este paso.',
  '1 agency comment needs a response.': '1 comentario de la agencia requiere respuesta.',
  '{{count}} agency comments need a response.': '{{count}} comentarios de la agencia requieren respuesta.',
  '1 permit is still open. Close, withdraw or cancel it first.':
    '1 permiso sigue abierto. Antes ciérrelo, retírelo o cancélelo.',
  '{{count}} permits are still open. Close, withdraw or cancel them first.':
    '{{count}} permisos siguen abiertos. Antes ciérrelos, retírelos o cancélelos.',
  'Upload the requested document first: {{document}}.': 'Antes suba el documento solicitado: {{document}}.',
  // Packages
  '{{document}}: verified without a file. Attach a file or mark a paper copy, then verify it, or waive it.':
    '{{document}}: verificado sin archivo. Adjunte un archivo o marque una copia en papel y verifíquelo, o exímalo.',
  '{{document}}: rejected. Replace and verify it, or waive it.':
    '{{document}}: rechazado. Reemplácelo y verifíquelo, o exímalo.',
  '{{document}}: {{state}}. Verify or waive it.': '{{document}}: {{state}}. Verifíquelo o exímalo.',
  '{{document}}: {{state}}. Attach a file or mark a paper copy, then verify it, or waive it.':
    '{{document}}: {{state}}. Adjunte un archivo o marque una copia en papel y verifíquelo, o exímalo.',
  missing: 'falta',
  received: 'recibido',
  rejected: 'rechazado',
  verified: 'verificado',
  'Client approval is required.': 'Se requiere la aprobación del cliente.',
  'Client approval is required. The client returned the package.':
    'Se requiere la aprobación del cliente. El cliente devolvió el paquete.',
  'A second reviewer must verify the package.': 'Un segundo revisor debe verificar el paquete.',
  'The office has not requested approval of this package.':
    'La oficina no ha solicitado la aprobación de este paquete.',
  'The client already approved this package.': 'El cliente ya aprobó este paquete.',
  'The client approved this package. The approval is valid until the package changes.':
    'El cliente aprobó este paquete. La aprobación vale hasta que el paquete cambie.',
  'This package is already approved.': 'Este paquete ya está aprobado.',
  'This package was already returned.': 'Este paquete ya se devolvió.',
  'This package is closed and can’t be changed.': 'Este paquete está cerrado y no se puede cambiar.',
  '{{name}} already verified this package.': '{{name}} ya verificó este paquete.',
  'You stand in for {{name}}, who prepares this package. Someone else must verify it.':
    'Usted sustituye a {{name}}, que prepara este paquete. Otra persona debe verificarlo.',
  '{{name}} prepared this package. Someone else must verify it.':
    '{{name}} preparó este paquete. Debe verificarlo otra persona.',
  'The person who verified a package can’t also prepare it. Remove the verification first, or choose someone else.':
    'Quien verificó un paquete no puede prepararlo. Antes quite la verificación o elija a otra persona.',
  'The package has no document {{item}}.': 'El paquete no tiene el documento {{item}}.',
  'The package is not collecting documents. Reopen it first.':
    'El paquete no está reuniendo documentos. Antes reábralo.',
  'The package changed after you opened it. Review it again.':
    'El paquete cambió después de que usted lo abrió. Revíselo de nuevo.',
  'Only the office can check documents of a package.':
    'Solo la oficina puede revisar los documentos de un paquete.',
  'This document has no file. Attach a file or mark a paper copy, then verify it.':
    'Este documento no tiene archivo. Adjunte uno o marque una copia en papel, y verifíquelo.',
  'The file of this document was replaced. Review the new file first.':
    'El archivo de este documento se reemplazó. Antes revise el archivo nuevo.',
  'A virus was found in this file. Choose another file.': 'Se encontró un virus en este archivo. Elija otro.',
  'body.file is not a file of the package, its permit or its tasks':
    'body.file no es un archivo del paquete, de su permiso ni de sus tareas',
  'body.reason: enter a reason for rejecting or waiving the document':
    'body.reason: escriba el motivo para rechazar o eximir el documento',
  // Undoing a transition
  'There is no status change to undo.': 'No hay ningún cambio de estado que deshacer.',
  'The last status change was already undone.': 'El último cambio de estado ya se deshizo.',
  'The last status change was automatic.': 'El último cambio de estado fue automático.',
  '{{name}} made the last status change. Only that person can undo it.':
    '{{name}} hizo el último cambio de estado. Solo esa persona puede deshacerlo.',
  'Another person': 'Otra persona',
  'The status changed more than {{minutes}} minutes ago. Change it back instead.':
    'El estado cambió hace más de {{minutes}} minutos. En su lugar, cámbielo de nuevo.',
  'The previous status is no longer in the status map.':
    'El estado anterior ya no está en el mapa de estados.',
  '{{person}} changed {{what}} after that.': '{{person}} cambió después: {{what}}.',
  '{{what}} was deleted after that.': 'Se eliminó después: {{what}}.',
  '{{what}} was changed after that.': 'Se cambió después: {{what}}.',
  'A payment is recorded ({{what}}). Void or refund it instead.':
    'Hay un pago registrado ({{what}}). En su lugar, anúlelo o reembólselo.',
  'The file {{name}} was added after that.': 'Después se agregó el archivo {{name}}.',
  'The file {{name}} was shared with the client after that.':
    'Después se compartió con el cliente el archivo {{name}}.',
  '{{person}} downloaded the file {{name}} after that.': '{{person}} descargó después el archivo {{name}}.',
  'Mail was sent after that: {{subject}}.': 'Después se envió correo: {{subject}}.',
  'no subject': 'sin asunto',
  'It also changed {{what}}, which can’t be undone.': 'También cambió {{what}}, que no se puede deshacer.',
  'Your role can no longer make this change.': 'Su rol ya no puede hacer este cambio.',
  'Payments are allocated to it. Void or refund it instead.':
    'Tiene pagos aplicados. En su lugar, anúlelo o reembólselo.',
  'A comment was answered or changed after that.': 'Después se respondió o cambió un comentario.',
  'The client was notified by email.': 'Se avisó al cliente por correo.',
  'The client already read the notification.': 'El cliente ya leyó el aviso.',
  // Permits
  'Only an issued permit can be amended.': 'Solo se puede modificar un permiso emitido.',
  'Only an issued or expired permit can be renewed.': 'Solo se puede renovar un permiso emitido o vencido.',
  'This permit already has an open amendment.': 'Este permiso ya tiene una modificación abierta.',
  'This permit already has an open renewal.': 'Este permiso ya tiene una renovación abierta.',
  'This permit is closed. Fields are locked. Amend, renew or reopen it instead.':
    'Este permiso está cerrado. Los campos están bloqueados. En su lugar, modifíquelo, renuévelo o reábralo.',
  'Your account has no organization yet. Ask the office to add you to one.':
    'Su cuenta aún no tiene organización. Pida a la oficina que lo agregue a una.',
  'body.org: you can create permits only for your own organization':
    'body.org: solo puede crear permisos para su propia organización',
  'body.org is not the client of the permit': 'body.org no es el cliente del permiso',
  'body.permit belongs to a different client than the task':
    'body.permit es de un cliente distinto al de la tarea',
  'The permit already has this fee in this submission cycle.':
    'El permiso ya tiene este cargo en este ciclo de presentación.',
  'The permit already has a submittal package for this submission cycle.':
    'El permiso ya tiene un paquete de presentación para este ciclo de presentación.',
  'Enter an example of a permit number that fits the pattern. People see it as they type.':
    'Escriba un ejemplo de un número de permiso que se ajuste al patrón. Las personas lo ven al escribir.',
  'The example {{example}} does not fit the pattern {{pattern}}.':
    'El ejemplo {{example}} no se ajusta al patrón {{pattern}}.',
  'Another agency already has this short code. Enter another short code.':
    'Otra agencia ya tiene este código corto. Escriba otro código corto.',
  'This client already has a contact with this email address. Use that contact, or enter another address.':
    'Este cliente ya tiene un contacto con esta dirección de correo. Use ese contacto o escriba otra dirección.',
  'Only administrators can correct the permit number and dates of an issued permit.':
    'Solo los administradores pueden corregir el número y las fechas de un permiso emitido.',
  'This permit was not issued, so there is no permit number or date to correct.':
    'Este permiso no se emitió, así que no hay número ni fechas que corregir.',
  'body.reason: enter a reason for the correction': 'body.reason: escriba el motivo de la corrección',
  'Your role can’t send mail.': 'Su rol no puede enviar correo.',
  'body.{{stray}} is only for issuing a permit': 'body.{{stray}} es solo para emitir un permiso',
  'body.items: items can be requested only with corrections, or while the permit is waiting on the client':
    'body.items: solo se piden documentos con las correcciones, o mientras el permiso está en espera del cliente',
  'body.comments: agency comments are recorded only with corrections':
    'body.comments: los comentarios de la agencia se registran solo con las correcciones',
  'There are no comments in submission cycle {{cycle}}.':
    'No hay comentarios en el ciclo de presentación {{cycle}}.',
  // Conditions and people of a permit
  'Only the office can change permit conditions.':
    'Solo la oficina puede cambiar las condiciones de un permiso.',
  'Only administrators can change client conditions.':
    'Solo los administradores pueden cambiar las condiciones de un cliente.',
  'Only administrators can waive a condition.': 'Solo los administradores pueden eximir una condición.',
  'body.reason: enter a reason for waiving the condition':
    'body.reason: escriba el motivo para eximir la condición',
  'This is a client condition. Update it in the client’s conditions.':
    'Es una condición del cliente. Cámbiela en las condiciones del cliente.',
  'Condition not found on this {{noun}}.': 'No se encontró la condición ({{noun}}).',
  'This {{noun}} already has this condition.': 'Esta condición ya existe ({{noun}}).',
  'body.code is not a standard condition for this {{noun}}':
    'body.code no es una condición estándar ({{noun}})',
  'body.evidence is not a file of this {{noun}}':
    'body.evidence no es un archivo de este registro ({{noun}})',
  'Only the office can change the people of a permit.':
    'Solo la oficina puede cambiar las personas de un permiso.',
  'body.contact is not a contact': 'body.contact no es un contacto',
  'This person is no longer on the permit.': 'Esta persona ya no está en el permiso.',
  '{{name}} is already on this permit.': '{{name}} ya está en este permiso.',
  '{{name}} is a contact of another client. Choose a contact of this permit’s client, or one without a client.':
    '{{name}} es contacto de otro cliente. Elija un contacto del cliente de este permiso, o uno sin cliente.',
  'A permit can have up to {{most}} people. Remove one first.':
    'Un permiso puede tener hasta {{most}} personas. Antes quite una.',
  // Corrections
  'Only the office can record agency comments.':
    'Solo la oficina puede registrar los comentarios de la agencia.',
  'No corrections yet. Record corrections first.':
    'Aún no hay correcciones. Antes registre las correcciones.',
  'body.comments: a submission cycle can have up to {{mostCorrections}} comments':
    'body.comments: un ciclo de presentación puede tener hasta {{mostCorrections}} comentarios',
  'body.file is not a file of this permit': 'body.file no es un archivo de este permiso',
  'body.response: enter a response': 'body.response: escriba una respuesta',
  'Comment not found on this permit.': 'No se encontró el comentario en este permiso.',
  'This cycle was submitted. Its comments can’t be changed.':
    'Este ciclo ya se presentó. Sus comentarios no se pueden cambiar.',
  'This comment is assigned to the office.': 'Este comentario está asignado a la oficina.',
  'This comment was changed by someone else.': 'Otra persona cambió este comentario.',
  'The office already accepted your response.': 'La oficina ya aceptó su respuesta.',
  'Only administrators can delete a comment.': 'Solo los administradores pueden eliminar un comentario.',
  // Organizations
  '{{name}} is {{status}}. New records can’t be added.':
    '{{name}}: {{status}}. No se pueden agregar registros nuevos.',
  suspended: 'organización suspendida',
  closed: 'organización cerrada',
  // Payments
  '{{number}} was partially refunded. Its allocations can’t be changed.':
    '{{number}} se reembolsó en parte. Sus aplicaciones no se pueden cambiar.',
  '{{number}} is no longer due. Its allocations can’t be changed.':
    '{{number}} ya no está pendiente. Sus aplicaciones no se pueden cambiar.',
  'The rest of {{number}} was paid without a separate payment. Void it instead.':
    'El resto de {{number}} se pagó sin un pago separado. En su lugar, anúlelo.',
  'Can’t be voided: it is allocated to fees.': 'No se puede anular: está aplicado a cargos.',
  'Refund exceeds the amount paid.': 'El reembolso supera lo pagado.',
  'Refunds for this permit can’t exceed what was paid.':
    'Los reembolsos de este permiso no pueden superar lo pagado.',
  'Another task already follows the previous task. Delete that one first.':
    'Otra tarea ya sigue a la tarea anterior. Elimine esa primero.',
  'This alert does not ask for an acknowledgment.': 'Esta alerta no pide confirmación.',
  'Only staff can see who has not acknowledged.': 'Solo el personal puede ver quién no ha confirmado.',
  'Only administrators can change the working calendar.':
    'Solo los administradores pueden cambiar el calendario laboral.',
  'body.text: this calendar is too large or too complex to read':
    'body.text: este calendario es demasiado grande o complejo para leerlo',
  'body.text: this file is not a calendar (.ics)': 'body.text: este archivo no es un calendario (.ics)',
  'body.snoozedUntil is not in the future': 'body.snoozedUntil no está en el futuro',
  'body.snoozedUntil: acknowledge the alert before you snooze it':
    'body.snoozedUntil: confirme la alerta antes de posponerla',
  'body.recurrence has no day on which it occurs': 'body.recurrence no tiene ningún día en que ocurra',
  'The payment was deleted.': 'El pago se eliminó.',
  'Only the office can allocate payments.': 'Solo la oficina puede aplicar pagos.',
  'Only the office can record payments.': 'Solo la oficina puede registrar pagos.',
  'Only administrators can make refunds.': 'Solo los administradores pueden hacer reembolsos.',
  'Only administrators can make refunds and write-offs.':
    'Solo los administradores pueden hacer reembolsos y cancelar deudas.',
  'Only paid amounts can be refunded.': 'Solo se pueden reembolsar importes pagados.',
  'This payment is not allocated to that permit.': 'Este pago no está aplicado a ese permiso.',
  'This payment has no unallocated amount.': 'Este pago no tiene importe sin aplicar.',
  'The amount exceeds the unallocated amount of the payment.':
    'El importe supera lo que queda sin aplicar del pago.',
  'The amount exceeds the permit’s balance due.': 'El importe supera el saldo pendiente del permiso.',
  'This fee is no longer open.': 'Este cargo ya no está pendiente.',
  'This payment was received. Refund or void it instead.':
    'Este pago ya se recibió. En su lugar, reembólselo o anúlelo.',
  'No receipt yet. The payment has not been received.': 'Aún no hay recibo. El pago no se ha recibido.',
  'body.permit is not a record you have access to': 'body.permit no es un registro al que usted tenga acceso',
  'body.permit belongs to a different client than the payment':
    'body.permit es de un cliente distinto al del pago',
  'body.fee is not a fee you have access to': 'body.fee no es un cargo al que usted tenga acceso',
  'body.fee belongs to another permit': 'body.fee es de otro permiso',
  'body.permit, body.org or body.fee is required': 'Se requiere body.permit, body.org o body.fee',
  'body.paidOn is in the future': 'body.paidOn está en el futuro',
  'body.certificateExpiry is only for a task that asks for a new certificate':
    'body.certificateExpiry es solo para una tarea que pide un certificado nuevo',
  'body.certificateExpiry: enter the expiration date of the new certificate':
    'body.certificateExpiry: indique la fecha de vencimiento del nuevo certificado',
  'body.certificateExpiry: the new certificate must expire later than the one it replaces, and not before today':
    'body.certificateExpiry: el nuevo certificado debe vencer después del que sustituye y no antes de hoy',
  'body.assignedOrg: a task that asks for a new certificate stays with its client':
    'body.assignedOrg: una tarea que pide un certificado nuevo se queda con su cliente',
  'The client already has an open task for this certificate.':
    'El cliente ya tiene una tarea abierta para este certificado.',
  'The organization of the client is closed.': 'La organización del cliente está cerrada.',
  'The expiration date was removed from the organization.':
    'Se quitó la fecha de vencimiento de la organización.',
  'The expiration date of the organization was changed to {{day}}.':
    'La fecha de vencimiento de la organización se cambió a {{day}}.',
  'There is no such certificate.': 'No existe ese certificado.',
  'Only a date of an organization that is not closed can be renewed. Enter the date first.':
    'Solo se puede renovar una fecha de una organización que no esté cerrada. Indique primero la fecha.',
  'body.method is only for recording a payment': 'body.method es solo para registrar un pago',
  'body.reference is only for recording a payment': 'body.reference es solo para registrar un pago',
  'body.paidOn is only for a paid payment': 'body.paidOn es solo para un pago recibido',
  'body.amount plus tax exceeds the maximum of {{largestTotal}}':
    'body.amount más impuesto supera el máximo de {{largestTotal}}',
}
