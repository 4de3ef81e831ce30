import type { TextsOf } from '../i18n/texts.ts'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  offline: 'No hay conexión. Revise su red e inténtelo de nuevo.',
  broken: 'El servidor dio una respuesta inesperada. Vuelva a cargar la página e inténtelo de nuevo.',
  noConfiguration: 'No se pudo cargar la configuración del servidor',
  answered: 'El portal respondió {{status}}. Inténtelo de nuevo en un momento.',
}
