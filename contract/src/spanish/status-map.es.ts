/** What is wrong with a status map, by its English template. */
export const statusMapEs: Readonly<Record<string, string>> = {
  '{{label}} is a system status. Its list can’t be changed from {{list}}.':
    '{{label}} es un estado del sistema. Su lista debe seguir siendo {{list}}.',
  '{{label}} keeps the permit’s previous stage and can’t have its own.':
    '{{label}} conserva la etapa anterior del permiso y no puede tener una propia.',
  '{{label}} can only return to the previous status.': '{{label}} solo puede volver al estado anterior.',
  '{{label}}: choose a stage.': '{{label}}: elija una etapa.',
  '{{label}}: the stage Closed out is for processed permits only, and required for them.':
    '{{label}}: la etapa Cierre es solo para permisos procesados, y es obligatoria para ellos.',
  '{{label}}: a processed permit waits on no one.': '{{label}}: un permiso procesado no espera a nadie.',
  '{{label}}: choose who the permit waits on.': '{{label}}: elija a quién espera el permiso.',
  '{{label}}: who it waits on depends on the hold reason or open client tasks.':
    '{{label}}: a quién espera depende del motivo de la pausa o de las tareas abiertas del cliente.',
  '{{label}} requires the condition {{guard}}.': '{{label}} requiere la condición {{guard}}.',
  '{{label}} has no transitions and is not a final status.':
    '{{label}} no tiene transiciones y no es un estado final.',
  '{{from}} leads to {{to}}, which is not in the map.': '{{from}} lleva a {{to}}, que no está en el mapa.',
  '{{from}} leads to itself.': '{{from}} lleva a sí mismo.',
  '{{from}} leads to {{to}} twice.': '{{from}} lleva dos veces a {{to}}.',
  '{{to}} is the first status. No status can lead to it.':
    '{{to}} es el primer estado. Ningún estado puede llevar a él.',
  '{{from}} can only lead to the status NEW.': '{{from}} solo puede llevar al estado NEW.',
  '{{from}} is processed and can’t be put on hold.':
    '{{from}} es de permisos procesados y no se puede poner en pausa.',
  'Only administrators can change a permit to {{to}}.':
    'Solo los administradores pueden pasar un permiso a {{to}}.',
  'Clients can’t change a permit to {{to}}.': 'Los clientes no pueden pasar un permiso a {{to}}.',
  '{{key}} is in the map twice.': '{{key}} está dos veces en el mapa.',
  '{{other}} and {{key}} have the same label: {{label}}.':
    '{{other}} y {{key}} tienen el mismo nombre: {{label}}.',
  '{{key}} is a system status and can’t be removed.':
    '{{key}} es un estado del sistema y no se puede quitar.',
  'No transition leads to {{status}}.': 'Ninguna transición lleva a {{status}}.',
  'Permits have the status {{status}}: choose the status they move to.':
    'Hay permisos en el estado {{status}}: elija el estado al que pasan.',
  'Permits have the status {{label}}: add another status and move them there.':
    'Hay permisos en el estado {{label}}: agregue otro estado y páselos a él.',
  'Permits in {{status}} would move to {{target}}, which is not in the map.':
    'Los permisos en {{status}} pasarían a {{target}}, que no está en el mapa.',
  'Permits can’t move from {{status}} to {{to}}: one is processed, the other is not.':
    'Los permisos no pueden pasar de {{status}} a {{to}}: uno es de procesados y el otro no.',
  'Permits can’t be moved to {{to}}.': 'Los permisos no se pueden pasar a {{to}}.',
  'must be capital letters, digits and _, such as PLAN_CHECK':
    'debe tener mayúsculas, cifras y _, por ejemplo PLAN_CHECK',
  'the label is missing': 'falta el nombre',
  'the client label is missing': 'falta el nombre para el cliente',
  'has a condition twice': 'tiene una condición dos veces',
  'must have at least one allowed role': 'debe tener al menos un rol permitido',
  'has a role twice': 'tiene un rol dos veces',
  'has a recipient twice': 'tiene un destinatario dos veces',
}
