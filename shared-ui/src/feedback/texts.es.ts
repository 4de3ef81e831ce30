import type { TextsOf } from '../i18n/texts.ts'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  tryAgain: 'Intentar de nuevo',
  close: 'Cerrar',
  failedTitle: 'No se pudo cargar',
  failedText: 'Algo salió mal en esta página. Sus datos están a salvo.',
  missingText: 'No se pudo obtener esta parte de la página. Revise su red e inténtelo de nuevo.',
  forbiddenTitle: 'No tiene acceso',
  forbiddenText: 'Su rol no lo incluye. Un administrador puede cambiarlo en la configuración.',
  notFoundTitle: 'Página no encontrada',
  notFoundText:
    'No hay nada en {{path}}. Puede que la dirección esté mal escrita o que la página se haya movido.',
  toStart: 'Ir a la página de inicio',
  reference: 'Referencia para el soporte: {{instance}}',
}
