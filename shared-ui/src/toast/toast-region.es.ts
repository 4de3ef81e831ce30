export const es = { region: 'Mensajes de estado', dismiss: 'Cerrar' } as const
