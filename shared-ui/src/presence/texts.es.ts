import type { TextsOf } from '../i18n/texts.ts'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  here: '{{name}} está aquí',
  editing: '{{name}} está aquí y edita {{field}}',
  alsoEditing: '{{name}} también edita {{field}}',
  more_one: '{{count, number}} persona más está aquí',
  more_other: '{{count, number}} personas más están aquí',
}
