import type { TextsOf } from '../../i18n/texts.ts'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  watch: 'Seguir',
  watchHint: 'Recibirá avisos si cambian el estado, la fecha límite, la persona asignada o las notas',
  watchedBy: 'Lo siguen: {{names}}',
  andMore: '{{names}} y {{count, number}} más',
  watchView: 'Seguir {{name}}',
  watchViewHint: 'Recibirá avisos cuando un registro entre en esta vista',
  failed: 'No se pudo cambiar',
}
