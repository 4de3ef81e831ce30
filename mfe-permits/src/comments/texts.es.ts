import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  comments: 'Comentarios de la autoridad',
  hint: 'Pegue la lista de la autoridad en el primer campo: cada punto numerado, o cada línea, se convierte en un comentario.',
  comment: 'Comentario {{number}}',
  text: 'Comentario',
  textMissing: 'Escriba lo que pide la autoridad.',
  textTooLong: 'Acórtelo a {{longest, number}} caracteres.',
  leftOut_one:
    'Falta {{count, number}} comentario del texto pegado: un ciclo admite como máximo {{most, number}}.',
  leftOut_other:
    'Faltan {{count, number}} comentarios del texto pegado: un ciclo admite como máximo {{most, number}}.',
  item: 'Hoja o punto',
  discipline: 'Disciplina',
  noDiscipline: 'Ninguna',
  documents: 'Documentos que se necesitan de nuevo',
  dueDate: 'Fecha límite (opcional)',
  forClient: 'Pedir al cliente que responda',
  add: 'Agregar un comentario',
  remove: 'Quitar',
  removeComment: 'Quitar el comentario {{number}}',
  count_one: '{{count, number}} comentario',
  count_other: '{{count, number}} comentarios',
}
