/** Spanish translations of reasons that screens compute, by their English template. */
export const reasonsEs: Readonly<Record<string, string>> = {
  'Only an administrator of your organization can do this.':
    'Solo un administrador de su organización puede hacerlo.',
  'You have view-only access. Ask an administrator of your organization to change that.':
    'Usted solo tiene acceso de lectura. Pida a un administrador de su organización que lo cambie.',
  'Your account has no organization yet.': 'Su cuenta aún no tiene organización.',
  'You can’t change your own position.': 'No puede cambiar su propio puesto.',
  'Administrators of the organization manage its people here. The office uses the Users page.':
    'Los administradores de la organización gestionan aquí a sus personas. La oficina usa la página Usuarios.',
  'Only the office can add or remove administrators of an organization.':
    'Solo la oficina puede agregar o quitar administradores de una organización.',
  'Created by someone else. Only an administrator can delete it.':
    'Lo creó otra persona. Solo un administrador puede eliminarlo.',
  'Only staff can delete submitted files.': 'Solo el personal puede eliminar archivos presentados.',
  'Only staff can rename and move files.':
    'Solo el personal puede cambiar el nombre de los archivos y moverlos.',
  'The issue date is in the future. Enter the date on the permit.':
    'La fecha de emisión está en el futuro. Escriba la fecha que figura en el permiso.',
  'The expiration date is not after the issue date. Enter a later date.':
    'La fecha de vencimiento no es posterior a la de emisión. Escriba una fecha posterior.',
  'This folder has files submitted with {{title}} and can’t be changed.':
    'Esta carpeta tiene archivos presentados con {{title}} y no se puede cambiar.',
  'This file was submitted with {{title}} and can’t be changed.':
    'Este archivo se presentó con {{title}} y no se puede cambiar.',
}
