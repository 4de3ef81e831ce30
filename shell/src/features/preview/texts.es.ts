/** Spanish texts of `texts.ts`. */
export const es = {
  previewed: 'rama {{branch}} de {{title}} hasta el {{at}}',
  // Not at the end of a sentence: the time has a period of its own.
  bar: 'Vista previa que solo ve usted, con cambios reales: {{list}}',
  leave: 'Salir de la vista previa',
  leaveFailed: 'No se pudo salir de la vista previa',
  title: '¿Abrir una vista previa?',
  text: 'Rama {{branch}} de {{name}}. Hasta que salga, verá esta versión en lugar de la activa. Se ejecuta con sus permisos y trabaja con datos reales. Continúe solo si sabe quién le envió el enlace.',
  yes: 'Abrir vista previa',
  failed: 'No se pudo abrir la vista previa',
}
