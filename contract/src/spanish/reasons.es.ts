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
  'Invalid file': 'Archivo no válido',
  'Unsupported file type: {{name}}.': 'Tipo de archivo no admitido: {{name}}.',
  'The name is longer than {{maxFileNameBytes}} bytes.': 'El nombre pasa de {{maxFileNameBytes}} bytes.',
  // Reasons the portal writes on a document
  'Its file was deleted or moved.': 'Su archivo se eliminó o se movió.',
  // Values that a field does not take; the label of the field comes first.
  'is empty': 'está vacío',
  'is too long': 'es demasiado largo',
  'is longer than {{limit}} characters': 'tiene más de {{limit}} caracteres',
  'has a character that can’t be saved': 'tiene un carácter que no se puede guardar',
  'has a key “__proto__”, which is not allowed': 'tiene una clave “__proto__”, que no se permite',
  'is not a web address that begins with https:// or http://':
    'no es una dirección web que empiece con https:// o http://',
  'is not a web address, such as https://data.example.gov':
    'no es una dirección web, como https://data.example.gov',
  'is not a token: it only has visible ASCII characters':
    'no es un token: solo tiene caracteres ASCII visibles',
  'may only have letters, digits and underscores': 'solo admite letras, dígitos y guiones bajos',
  'is longer than 100 characters': 'tiene más de 100 caracteres',
  'closes a bracket that it does not open': 'cierra un corchete o una llave que no abre',
  'opens a bracket that it does not close': 'abre un corchete o una llave que no cierra',
  'has more than 4 brackets inside each other': 'tiene más de 4 corchetes o llaves uno dentro de otro',
  'has a | outside of { }': 'tiene una | fuera de { }',
  'ends with \\': 'termina con \\',
  'is not an email address': 'no es una dirección de correo electrónico',
  'is not a number': 'no es un número',
  'starts with RRULE:, which is left out, as in FREQ=WEEKLY;COUNT=3':
    'empieza con RRULE:, que se omite, como en FREQ=WEEKLY;COUNT=3',
  'is not a recurrence rule such as FREQ=WEEKLY;COUNT=3':
    'no es una regla de repetición como FREQ=WEEKLY;COUNT=3',
  'must have FREQ=DAILY, WEEKLY, MONTHLY or YEARLY': 'debe tener FREQ=DAILY, WEEKLY, MONTHLY o YEARLY',
  'has an INTERVAL that is not a whole number from 1 to 999':
    'tiene un INTERVAL que no es un número entero de 1 a 999',
  'has a COUNT that is not a whole number from 1 to 9999':
    'tiene un COUNT que no es un número entero de 1 a 9999',
  'has both COUNT and UNTIL, and only one of them can end it':
    'tiene COUNT y UNTIL, y solo uno de los dos puede terminarla',
  'has an UNTIL that is not a date such as 20261231': 'tiene un UNTIL que no es una fecha como 20261231',
  'has a WKST that is not a weekday such as MO': 'tiene un WKST que no es un día de la semana como MO',
  'has a BYDAY that is not a list of weekdays such as MO,TH':
    'tiene un BYDAY que no es una lista de días de la semana como MO,TH',
  'numbers a weekday, as in 1MO, which only a rule by month or year can':
    'numera un día de la semana, como en 1MO, y eso solo es posible en una regla por mes o por año',
  'has a BYSETPOS without another part that begins with BY':
    'tiene un BYSETPOS sin otra parte que empiece con BY',
  'has a part that does not go with its FREQ': 'tiene una parte que no corresponde a su FREQ',
  'has a number that is out of range': 'tiene un número fuera de rango',
  'is not a whole number': 'no es un número entero',
  'must be a whole number': 'debe ser un número entero',
  'is below zero': 'es menor que cero',
  'is below {{limit}}': 'es menor que {{limit}}',
  'is above {{limit}}': 'es mayor que {{limit}}',
  'is not true or false': 'no es verdadero ni falso',
  'is not a code': 'no es un código',
  'is not a field name': 'no es el nombre de un campo',
  'has more than 5 fields': 'tiene más de 5 campos',
  'needs a least or a most': 'necesita un mínimo o un máximo',
  'ends before it begins': 'termina antes de empezar',
  'needs an amount and what it is for': 'necesita un importe y por cuánto se cobra',
  'must begin at 0': 'debe empezar en 0',
  'must rise from step to step': 'debe aumentar de un tramo al siguiente',
  'needs a field for more than one amount': 'necesita un campo para tener más de un importe',
  'is above the most': 'es mayor que el máximo',
  'is retired and cannot be chosen any more': 'está retirado y ya no se puede elegir',
  'must be capital letters, digits and _, such as CURB_CUT':
    'debe tener mayúsculas, dígitos y _, por ejemplo CURB_CUT',
  'is not one of {{codes}}': 'no es ninguno de estos valores: {{codes}}',
  'must be one of {{codes}}': 'debe ser uno de estos valores: {{codes}}',
  'is not a record identifier': 'no es el identificador de un registro',
  'is not a time zone of the IANA database, such as America/Chicago':
    'no es una zona horaria de la base de datos IANA, por ejemplo America/Chicago',
  'is not a date and time of the form YYYY-MM-DDTHH:mm:ss.sssZ':
    'no es una fecha y hora con el formato YYYY-MM-DDTHH:mm:ss.sssZ',
  'is not a date of the form YYYY-MM-DD': 'no es una fecha con el formato YYYY-MM-DD',
  'is not a time zone': 'no es una zona horaria',
  'is a date that does not exist': 'es una fecha que no existe',
  'is not in the years 1 to 9999 (UTC)': 'no está entre los años 1 y 9999 (UTC)',
  'is not a currency code': 'no es el código de una moneda',
  'is a row of the file, {{limit}} first': 'es una fila del archivo, a partir de {{limit}}',
  'is not a row of a file': 'no es una fila de un archivo',
  'must be point or comma': 'debe ser punto o coma',
  'must name at least one record': 'debe indicar al menos un registro',
  'must name at least one message': 'debe indicar al menos un mensaje',
  'names more than {{limit}} recipients': 'indica más de {{limit}} destinatarios',
  'is not an amount such as 1,250.50': 'no es un importe como 1,250.50',
  'has a decimal comma: write a point before the cents, such as 1250.50':
    'tiene una coma decimal: escriba un punto antes de los centavos, por ejemplo 1250.50',
  'has commas in the wrong place. Enter an amount such as 1,250.50':
    'tiene comas en un lugar incorrecto. Escriba un importe como 1,250.50',
  'has fractions of a cent': 'tiene fracciones de centavo',
  'is too large': 'es demasiado grande',
  'is an earlier day than from': 'es un día anterior a from',
  'is too many days after from': 'está demasiados días después de from',
}
