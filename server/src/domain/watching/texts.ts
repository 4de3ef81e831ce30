import { serverTexts } from '#platform/language/server-texts.ts'
import { es } from './texts.es.ts'

/** Texts of notifications to people who watch a record or a view. */
const en = {
  changed: 'Changed: {{what}}',
  value: '{{label}}: {{value}}',
  notes_one: '{{count, number}} new note',
  notes_other: '{{count, number}} new notes',
  noOne: 'no one',
  noDay: 'none',
  entered: 'New in “{{view}}”: {{what}}',
  enteredMany: '{{count, number}} records entered “{{view}}”',
  andMore: '{{records}} and {{count, number}} more',
  tooLarge: '“{{view}}” is too large to watch',
  tooLargeWhy: 'It shows more than {{max, number}} records. You are told again once it shows fewer.',
} as const

export const watchingTexts = serverTexts(en, es)
