/** Spanish texts of `texts.ts`. */
export const es = {
  previewed: 'rama {{branch}} de {{title}} hasta el {{at}}',
  bar: 'Vista previa que solo ve usted: {{list}}. Los cambios que haga aquí son reales.',
  leave: 'Salir de la vista previa',
  leaveFailed: 'No se pudo salir de la vista previa',
  title: '¿Abrir una vista previa?',
  text: 'Rama {{branch}} de {{name}}. Hasta que salga, verá esta versión en lugar de la activa. Se ejecuta con sus permisos y trabaja con datos reales. Continúe solo si sabe quién le envió el enlace.',
  yes: 'Abrir vista previa',
  failed: 'No se pudo abrir la vista previa',
}
