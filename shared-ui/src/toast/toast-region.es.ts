export const es = { region: 'Mensajes del portal', dismiss: 'Cerrar' } as const
