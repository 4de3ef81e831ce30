export const es = {
  subject: 'Confirme su dirección',
  somebody: 'Alguien se registró con esta dirección en {{portal}}.',
  open: 'Si fue usted, abra este enlace y confirme su dirección. Su solicitud no se puede aprobar antes:\n{{link}}',
  ignore: 'Si no fue usted, elimine este mensaje.',
} as const
