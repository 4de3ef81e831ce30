import type { TextsOf } from '../i18n/texts.ts'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  tryAgain: 'Intentar de nuevo',
  brokenOffNotShown: 'Las subidas se interrumpieron al salir de la página',
  close: 'Cerrar',
  failedTitle: 'No se pudo cargar',
  failedText: 'Algo salió mal en esta página. Sus datos están a salvo.',
  missingText: 'No se pudo cargar esta parte de la página. Revise su conexión e inténtelo de nuevo.',
  forbiddenTitle: 'No tiene acceso',
  forbiddenText: 'Su rol no incluye esta página. Pida acceso a un administrador.',
  notFoundTitle: 'Página no encontrada',
  notFoundText: 'No hay ninguna página en {{path}}. Revise la dirección o vaya a la página de inicio.',
  toStart: 'Ir a la página de inicio',
  reference: 'Referencia para el soporte: {{instance}}',
}
