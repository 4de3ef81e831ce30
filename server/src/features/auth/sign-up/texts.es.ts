export const es = {
  subject: 'Confirme su dirección',
  somebody: 'Alguien se registró con esta dirección en {{portal}}.',
  open: 'Si fue usted, abra este enlace y pulse el botón que aparece. Antes de eso no se puede aprobar su solicitud:\n{{link}}',
  ignore: 'Si no fue usted, elimine este mensaje.',
} as const
