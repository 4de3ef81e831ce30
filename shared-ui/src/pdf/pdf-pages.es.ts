export const es = {
  loading: 'Cargando el documento',
  failed: 'No se pudo mostrar el documento',
  page: 'Página {{page, number}} de {{count, number}}',
} as const
