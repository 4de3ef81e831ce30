import type { SpanishOf } from '#language/server-texts.ts'
import type { en } from './texts.ts'

export const es: SpanishOf<typeof en> = {
  subject: 'Confirme su dirección',
  somebody: 'Alguien se registró con esta dirección en {{portal}}.',
  open: 'Si fue usted, abra este enlace y pulse el botón que aparece. Antes de eso no se puede aprobar su solicitud:\n{{link}}',
  ignore: 'Si no fue usted, elimine este mensaje.',
}
