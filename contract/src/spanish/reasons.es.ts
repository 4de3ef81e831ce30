/** Spanish translations of reasons that screens compute, by their English template. */
export const reasonsEs: Readonly<Record<string, string>> = {
  'Only an administrator of your organization may do this.':
    'Esto solo lo puede hacer un administrador de su organización.',
  'You have view-only access. Ask an administrator of your organization to change that.':
    'Usted solo tiene acceso de lectura. Pida a un administrador de su organización que lo cambie.',
  'Your account belongs to no organization yet.': 'Su cuenta aún no pertenece a ninguna organización.',
  'Nobody changes their own position.': 'Nadie cambia su propio puesto.',
  'The people of an organization are managed here by its own administrators, by the office on the Users page.':
    'Aquí gestionan a las personas de una organización sus propios administradores; la oficina lo hace en la página Usuarios.',
  'The office appoints and removes administrators of an organization.':
    'La oficina nombra y quita a los administradores de una organización.',
  'Others made this: an administrator deletes it.': 'Lo creó otra persona: lo elimina un administrador.',
  'What was handed in is deleted by staff.': 'Lo entregado lo elimina el personal.',
  'Staff rename and move files.': 'El personal cambia el nombre de los archivos y los mueve.',
  'The issue date is in the future. Enter the date on the permit, today at the latest.':
    'La fecha de emisión está en el futuro. Escriba la fecha que figura en el permiso, hoy como máximo.',
  'The expiration date is not after the issue date. Enter a later date.':
    'La fecha de vencimiento no es posterior a la de emisión. Escriba una fecha posterior.',
  'This folder holds files that were submitted with {{title}}: what was sent is kept as it was sent.':
    'Esta carpeta tiene archivos que se presentaron con {{title}}: lo enviado queda como se envió.',
  'This file was submitted with {{title}}: what was sent is kept as it was sent.':
    'Este archivo se presentó con {{title}}: lo enviado queda como se envió.',
}
