import type { TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

export const es: TextsOf<typeof t> = {
  gone: 'Esta aplicación no está aquí',
  goneText: 'Se quitó o se desactivó, o su rol no puede abrirla. Los administradores pueden decírselo.',
  failed: 'No se pudo cargar la aplicación',
  allowTitle: '¿Permitir {{name}}?',
  allowText: '{{name}} es de {{owner}} y no forma parte del portal. Se carga desde {{origin}} y podría:',
  mayDo: 'Lo que puede hacer la aplicación',
  noScopes: 'No lee ni cambia nada en el portal.',
  neverMore:
    'Nunca puede ver ni hacer más que usted. Lo que lee puede salir del portal. Puede retirar su permiso en cualquier momento.',
  allow: 'Permitir y abrir',
  allowed: '{{name}} permitida',
  notAllowed: 'No se pudo permitir la aplicación',
  scopeName: 'Ver su nombre',
  scopeRole: 'Ver su rol',
  scopeRead: 'Leer {{collection}} que usted puede ver',
  scopeWrite: 'Crear y cambiar {{collection}} como usted puede',
  appBy: '{{name}}, una aplicación de {{owner}}',
  access: 'Acceso',
  withdraw: 'Retirar el permiso',
  withdrawn: 'Permiso de {{name}} retirado',
  notWithdrawn: 'No se pudo retirar el permiso',
  frameOf: 'Aplicación: {{name}}',
  startAgain: 'Iniciar de nuevo',
  stopped_silent: '{{name}} no se inició. Inténtelo de nuevo o pregunte a su responsable.',
  stopped_flood: '{{name}} envió demasiados mensajes y se detuvo.',
  stopped_version: '{{name}} necesita otra versión del portal. Pida una actualización a su responsable.',
}
