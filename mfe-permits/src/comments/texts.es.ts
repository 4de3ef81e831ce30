import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  comments: 'Comentarios de la agencia',
  hint: 'Pegue la lista de la agencia en el primer campo. Cada punto numerado o cada línea se convierte en un comentario.',
  comment: 'Comentario {{number}}',
  text: 'Comentario',
  textMissing: 'Escriba el comentario de la agencia.',
  textTooLong: 'Acorte el comentario a {{longest, number}} caracteres.',
  leftOut_one:
    '{{count, number}} comentario pegado no se agregó. Un ciclo admite hasta {{most, number}} comentarios.',
  leftOut_other:
    '{{count, number}} comentarios pegados no se agregaron. Un ciclo admite hasta {{most, number}} comentarios.',
  item: 'Hoja o punto',
  discipline: 'Disciplina',
  noDiscipline: 'Ninguna',
  documents: 'Documentos que se presentan de nuevo',
  dueDate: 'Fecha límite (opcional)',
  forClient: 'Asignar al cliente',
  add: 'Agregar comentario',
  remove: 'Quitar',
  removeComment: 'Quitar el comentario {{number}}',
  count_one: '{{count, number}} comentario',
  count_other: '{{count, number}} comentarios',
}
