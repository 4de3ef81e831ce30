/** Permits, packages, tasks and payments: why a step is closed, and what is refused. */
export const permitsEs: Readonly<Record<string, string>> = {
  // Steps
  'Enter a reason.': 'Escriba un motivo.',
  'What is {{from}} cannot become {{to}}.': 'De {{from}} no se puede pasar a {{to}}.',
  'body.to: {{to}} is no status here': 'body.to: {{to}} no es un estado aquí',
  'The submission package is blocked: collect or check its documents again first.':
    'El paquete de presentación está bloqueado: antes reúna o revise de nuevo sus documentos.',
  'The submission package is not ready.': 'El paquete de presentación no está listo.',
  'The permit is not ready to submit.': 'El permiso no está listo para presentar.',
  'Balance due: record the payment first.': 'Hay un saldo pendiente: registre antes el pago.',
  'An unpaid fee is due.': 'Hay una tarifa sin pagar.',
  'Nothing is due: add the fee first.': 'No hay nada pendiente: agregue antes la tarifa.',
  'An open amendment must be closed first.': 'Antes hay que cerrar una enmienda abierta.',
  '1 condition must be met before it is submitted: meet or waive it.':
    'Antes de presentarlo hay que cumplir 1 condición: cúmplala o exímala.',
  '{{count}} conditions must be met before it is submitted: meet or waive them.':
    'Antes de presentarlo hay que cumplir {{count}} condiciones: cúmplalas o exímalas.',
  '1 condition of the organization must be met before it is submitted: meet or waive it.':
    'Antes de presentarlo hay que cumplir 1 condición de la organización: cúmplala o exímala.',
  '{{count}} conditions of the organization must be met before it is submitted: meet or waive them.':
    'Antes de presentarlo hay que cumplir {{count}} condiciones de la organización: cúmplalas o exímalas.',
  '1 condition must be met before it is issued: meet or waive it.':
    'Antes de emitirlo hay que cumplir 1 condición: cúmplala o exímala.',
  '{{count}} conditions must be met before it is issued: meet or waive them.':
    'Antes de emitirlo hay que cumplir {{count}} condiciones: cúmplalas o exímalas.',
  '1 condition of the organization must be met before it is issued: meet or waive it.':
    'Antes de emitirlo hay que cumplir 1 condición de la organización: cúmplala o exímala.',
  '{{count}} conditions of the organization must be met before it is issued: meet or waive them.':
    'Antes de emitirlo hay que cumplir {{count}} condiciones de la organización: cúmplalas o exímalas.',
  '1 condition is to be met or waived before submission.':
    'Antes de presentar hay que cumplir o eximir 1 condición.',
  '{{count}} conditions are to be met or waived before submission.':
    'Antes de presentar hay que cumplir o eximir {{count}} condiciones.',
  '1 condition of the organization is to be met or waived before submission.':
    'Antes de presentar hay que cumplir o eximir 1 condición de la organización.',
  '{{count}} conditions of the organization are to be met or waived before submission.':
    'Antes de presentar hay que cumplir o eximir {{count}} condiciones de la organización.',
  '1 blocking task is open.': 'Hay 1 tarea abierta que lo bloquea.',
  '{{count}} blocking tasks are open.': 'Hay {{count}} tareas abiertas que lo bloquean.',
  '1 comment of the corrections is unanswered.': 'Hay 1 comentario de las correcciones sin responder.',
  '{{count}} comments of the corrections are unanswered.':
    'Hay {{count}} comentarios de las correcciones sin responder.',
  '1 permit is still on the way: finish, withdraw or cancel them first.':
    'Aún hay 1 permiso en curso: antes termínelo, retírelo o cancélelo.',
  '{{count}} permits are still on the way: finish, withdraw or cancel them first.':
    'Aún hay {{count}} permisos en curso: antes termínelos, retírelos o cancélelos.',
  'The document asked for is missing: upload it first ({{document}}).':
    'Falta el documento solicitado: súbalo primero ({{document}}).',
  // Packages
  '{{document}} is verified without a file: attach a file or say that it came on paper, then verify it, or waive it.':
    '{{document}}: verificado sin archivo. Adjunte un archivo o indique que llegó en papel y verifíquelo, o exímalo.',
  '{{document}} is rejected: replace it, then verify it, or waive it.':
    '{{document}}: rechazado. Sustitúyalo y verifíquelo, o exímalo.',
  '{{document}} is {{state}}: verify or waive it.': '{{document}}: {{state}}. Verifíquelo o exímalo.',
  '{{document}} is {{state}}: attach a file or say that it came on paper, then verify it, or waive it.':
    '{{document}}: {{state}}. Adjunte un archivo o indique que llegó en papel y verifíquelo, o exímalo.',
  missing: 'falta',
  received: 'recibido',
  rejected: 'rechazado',
  verified: 'verificado',
  'Approval by the client is missing.': 'Falta la aprobación del cliente.',
  'Approval by the client is missing: it was returned.': 'Falta la aprobación del cliente: lo devolvió.',
  'Verification by a second person is missing.': 'Falta la verificación de una segunda persona.',
  'The office has not asked for an approval of this package.':
    'La oficina no ha pedido la aprobación de este paquete.',
  'The client has approved this package already.': 'El cliente ya aprobó este paquete.',
  'The client has approved this package: that stands until the package changes.':
    'El cliente aprobó este paquete: vale hasta que el paquete cambie.',
  'This package is approved already.': 'Este paquete ya está aprobado.',
  'This package was returned already.': 'Este paquete ya se devolvió.',
  'This package is closed and can’t be changed.': 'Este paquete está cerrado y no se puede cambiar.',
  '{{name}} has verified this package already.': '{{name}} ya verificó este paquete.',
  '{{name}} prepared this package: somebody else verifies it.':
    '{{name}} preparó este paquete: lo verifica otra persona.',
  'Whoever verified a package cannot be its preparer: withdraw the verification first, or choose somebody else.':
    'Quien verificó un paquete no puede prepararlo: retire antes la verificación o elija a otra persona.',
  'The package has no document {{item}}.': 'El paquete no tiene el documento {{item}}.',
  'The package is not being collected: collect again first.':
    'El paquete no se está reuniendo: vuelva antes a reunirlo.',
  'The package has changed since you opened it. Look at it again, then decide.':
    'El paquete cambió desde que lo abrió. Revíselo de nuevo y decida.',
  'The office checks the documents of a package.': 'La oficina revisa los documentos de un paquete.',
  'This document has no file: attach one, or say that it came on paper, then verify it.':
    'Este documento no tiene archivo: adjunte uno o indique que llegó en papel, y verifíquelo.',
  'This document has another file than the one you saw. Look at it, then decide.':
    'Este documento tiene otro archivo que el que usted vio. Revíselo y decida.',
  'The virus scanner found something in this file: choose another one.':
    'El antivirus encontró algo en este archivo: elija otro.',
  'Its file was deleted or moved.': 'Su archivo se eliminó o se movió.',
  'body.file names no file of the package, its permit or its tasks':
    'body.file no nombra ningún archivo del paquete, de su permiso ni de sus tareas',
  'body.reason: say why the document is rejected or waived':
    'body.reason: diga por qué se rechaza o se exime el documento',
  // Undoing a step
  'There is no step to undo.': 'No hay ningún paso que deshacer.',
  'The last step was undone already.': 'El último paso ya se deshizo.',
  'The portal took the last step by itself.': 'El último paso lo dio el propio portal.',
  '{{name}} took the last step. Only who took a step undoes it.':
    '{{name}} dio el último paso. Un paso solo lo deshace quien lo dio.',
  'Another person': 'Otra persona',
  'The step was taken more than {{minutes}} minutes ago. Take the step back instead.':
    'El paso se dio hace más de {{minutes}} minutos. Dé en su lugar el paso contrario.',
  'The status it had is no longer in the status map.':
    'El estado que tenía ya no está en el mapa de estados.',
  '{{person}} changed {{what}} since.': '{{person}} cambió después: {{what}}.',
  '{{what}} was deleted since.': 'Se eliminó después: {{what}}.',
  '{{what}} was changed since.': 'Se cambió después: {{what}}.',
  'Money was recorded with it ({{what}}). Void or refund it instead.':
    'Se registró dinero con él ({{what}}). En su lugar, anúlelo o reembólselo.',
  'The file {{name}} was added since.': 'Después se agregó el archivo {{name}}.',
  'The file {{name}} was shared with the client since.':
    'Después se compartió con el cliente el archivo {{name}}.',
  '{{person}} downloaded the file {{name}} since.': '{{person}} descargó después el archivo {{name}}.',
  'Mail about it was sent since: {{subject}}.': 'Después se envió correo sobre ello: {{subject}}.',
  'no subject': 'sin asunto',
  'It also changed {{what}}, which stays.': 'También cambió {{what}}, que permanece.',
  'Your role does not take this step any more.': 'Su rol ya no da este paso.',
  'Money is allocated to it. Void or refund it instead.':
    'Tiene dinero asignado. En su lugar, anúlelo o reembólselo.',
  'A comment recorded with it was answered or changed since.':
    'Un comentario registrado con él se respondió o cambió después.',
  'The client was told of it by e-mail.': 'Se informó al cliente por correo.',
  'The client has read the message about it.': 'El cliente ya leyó el mensaje sobre ello.',
  // Permits
  'Only an issued permit can be amended.': 'Solo se puede enmendar un permiso emitido.',
  'Only an issued or expired permit can be renewed.': 'Solo se puede renovar un permiso emitido o vencido.',
  'An amendment of it is under way already.': 'Ya hay una enmienda en curso.',
  'A renewal of it is under way already.': 'Ya hay una renovación en curso.',
  'This permit is processed: its data are kept as decided. Amend, renew or reopen it instead.':
    'Este permiso está procesado: sus datos quedan como se decidieron. En su lugar, enmiéndelo, renuévelo o reábralo.',
  'You belong to no organization yet, so you cannot make a permit.':
    'Usted aún no pertenece a ninguna organización, así que no puede crear un permiso.',
  'body.org: you make permits for your own organization only':
    'body.org: usted solo crea permisos de su propia organización',
  'body.org is not the client of the permit': 'body.org no es el cliente del permiso',
  'body.permit belongs to another client than the task': 'body.permit es de otro cliente que la tarea',
  'The permit has this fee already in this submission cycle.':
    'El permiso ya tiene esta tarifa en este ciclo de presentación.',
  'The permit has a ready-to-submit record for this submission cycle already.':
    'El permiso ya tiene un paquete listo para presentar en este ciclo de presentación.',
  'This client has a contact with this email address already. Use that contact, or enter another address.':
    'Este cliente ya tiene un contacto con esta dirección de correo. Use ese contacto o escriba otra dirección.',
  'Only administrators correct the permit number and the dates of an issued permit.':
    'Solo los administradores corrigen el número y las fechas de un permiso emitido.',
  'This permit was not issued: it has no permit number and no dates to correct.':
    'Este permiso no se emitió: no tiene número ni fechas que corregir.',
  'body.reason: give the reason of the correction': 'body.reason: dé el motivo de la corrección',
  'Your role writes no mail.': 'Su rol no escribe correo.',
  'body.{{stray}} is told with the issue of a permit': 'body.{{stray}} se indica al emitir un permiso',
  'body.items: a client is asked with corrections, or while the permit waits for the client':
    'body.items: se pregunta al cliente con las correcciones, o mientras el permiso espera al cliente',
  'body.comments: comments of the authority are recorded with corrections':
    'body.comments: los comentarios de la autoridad se registran con las correcciones',
  'There are no comments in submission cycle {{cycle}}.':
    'No hay comentarios en el ciclo de presentación {{cycle}}.',
  // Conditions and people of a permit
  'The office keeps the conditions of a permit.': 'Las condiciones de un permiso las lleva la oficina.',
  'Administrators keep the conditions of an organization.':
    'Las condiciones de una organización las llevan los administradores.',
  'Only administrators waive a condition.': 'Solo los administradores eximen de una condición.',
  'body.reason: say why the condition is waived': 'body.reason: diga por qué se exime de la condición',
  'This is a condition of the organization: it is met or waived there.':
    'Es una condición de la organización: se cumple o se exime allí.',
  'The {{noun}} has no such condition.': 'No existe esa condición ({{noun}}).',
  'The {{noun}} has this condition already.': 'Esta condición ya existe ({{noun}}).',
  'body.code is none of the library for this {{noun}}': 'body.code no está en la biblioteca ({{noun}})',
  'body.evidence names no file of this {{noun}}':
    'body.evidence no nombra ningún archivo de este registro ({{noun}})',
  'The office keeps the people of a permit.': 'Las personas de un permiso las lleva la oficina.',
  'body.contact names no contact': 'body.contact no nombra ningún contacto',
  'This person is no longer on the permit.': 'Esta persona ya no está en el permiso.',
  '{{name}} is on this permit already.': '{{name}} ya está en este permiso.',
  "{{name}} is a contact of another client. Choose a contact of this permit's client, or of none.":
    '{{name}} es contacto de otro cliente. Elija un contacto del cliente de este permiso, o de ninguno.',
  'A permit has at most {{most}} people. Remove one first.':
    'Un permiso tiene como máximo {{most}} personas. Quite antes una.',
  // Corrections
  'The office records the comments of the authority.': 'La oficina registra los comentarios de la autoridad.',
  'There are no corrections yet: take the step Corrections required.':
    'Aún no hay correcciones: dé el paso Correcciones requeridas.',
  'body.comments: a submission cycle has at most {{mostCorrections}} comments':
    'body.comments: un ciclo de presentación tiene como máximo {{mostCorrections}} comentarios',
  'body.file names no file of this permit': 'body.file no nombra ningún archivo de este permiso',
  'body.response: write what was done about the comment':
    'body.response: escriba qué se hizo con el comentario',
  'The permit has no such comment.': 'El permiso no tiene ese comentario.',
  'This cycle has been submitted: its comments are kept as they went out.':
    'Este ciclo ya se presentó: sus comentarios quedan como salieron.',
  'The office answers this comment.': 'Este comentario lo responde la oficina.',
  'Somebody changed this comment in between.': 'Alguien cambió este comentario mientras tanto.',
  'The office has taken your answer over already.': 'La oficina ya tomó su respuesta.',
  'Only administrators delete a comment.': 'Solo los administradores eliminan un comentario.',
  // Organizations
  '{{name}} is {{status}} and takes nothing new.': '{{name}}: {{status}}; no admite nada nuevo.',
  suspended: 'organización suspendida',
  closed: 'organización cerrada',
  // Payments
  'A part of {{number}} was refunded: what covers it stands.':
    'Una parte de {{number}} se reembolsó: lo que la cubre permanece.',
  '{{number}} asks for nothing any more: what covers it stands.':
    '{{number}} ya no pide nada: lo que la cubre permanece.',
  'The rest of {{number}} was paid without a payment of its own: void it instead.':
    'El resto de {{number}} se pagó sin un pago propio: en su lugar, anúlela.',
  'Can’t be voided: it is allocated to fees.': 'No se puede anular: está asignado a tarifas.',
  'Refund exceeds the amount paid.': 'El reembolso supera lo pagado.',
  'More would have been given back for this permit than was paid for it.':
    'Se habría devuelto más por este permiso de lo que se pagó por él.',
  'The payment was deleted.': 'El pago se eliminó.',
  'The office puts payments to fees.': 'La oficina asigna los pagos a tarifas.',
  'The office records payments.': 'La oficina registra los pagos.',
  'Only administrators make refunds.': 'Solo los administradores hacen reembolsos.',
  'Only administrators make refunds and write-offs.':
    'Solo los administradores hacen reembolsos y cancelaciones de deuda.',
  'Only what was paid can be refunded.': 'Solo se puede reembolsar lo pagado.',
  'This payment covers no fee of that permit.': 'Este pago no cubre ninguna tarifa de ese permiso.',
  'This payment has nothing left to put to fees.': 'A este pago no le queda nada por asignar.',
  'This is more than the payment has left.': 'Es más de lo que le queda al pago.',
  'This is more than the permit owes.': 'Es más de lo que debe el permiso.',
  'This fee is not open any more.': 'Esta tarifa ya no está abierta.',
  'The money of this payment has come in: refund or void it instead.':
    'El dinero de este pago ya llegó: en su lugar, reembólselo o anúlelo.',
  'There is no receipt yet: the payment has not come in.': 'Aún no hay recibo: el pago no ha llegado.',
  'body.permit names no record you may refer to':
    'body.permit no nombra ningún registro al que usted pueda referirse',
  'body.permit belongs to another client than the payment': 'body.permit es de otro cliente que el pago',
  'body.fee names no fee you may refer to':
    'body.fee no nombra ninguna tarifa a la que usted pueda referirse',
  'body.fee is a fee of another permit': 'body.fee es una tarifa de otro permiso',
  'body.permit, body.org or body.fee is required: whose payment is it?':
    'Falta body.permit, body.org o body.fee: ¿de quién es el pago?',
  'body.paidOn lies in the future': 'body.paidOn está en el futuro',
  'body.method: how the money comes is told with a payment that is recorded':
    'body.method: la forma de pago se indica al registrar un pago',
  'body.reference is told with a payment that is recorded': 'body.reference se indica al registrar un pago',
  'body.paidOn: when the money came is told with a payment that is paid':
    'body.paidOn: cuándo llegó el dinero se indica con un pago recibido',
  'body.amount and its tax come to more than {{largestTotal}}, the most one payment takes':
    'body.amount y su impuesto suman más de {{largestTotal}}, lo máximo de un pago',
}
