export const es = {
  approvalWaits: 'Un cambio espera su aprobación',
  approvalMeans: '{{summary}} Apruébelo o rechácelo en Configuración, General.',
  virusFound: 'Virus encontrado: {{name}}',
  notNamed: 'sin nombre',
  virusMeans:
    'El antivirus lo encontró en {{what}}. Está bloqueado y no se puede descargar. Si encuentra el mismo virus de nuevo dentro de una hora, no hay otro aviso.',
  mailNotSent: 'Correo no enviado: {{subject}}',
  mailNotDelivered: 'Correo no entregado: {{subject}}',
  noSubject: '(sin asunto)',
  sharedWithYou: 'Compartido con usted: {{name}}',
  sharedFolder: 'La oficina de permisos compartió la carpeta “{{name}}” con usted.',
  sharedFile: 'La oficina de permisos compartió el archivo “{{name}}” con usted.',
  newFiles: 'Archivos nuevos para usted',
  newFilesIn: 'Archivos nuevos para usted en {{folder}}',
  uploaded: 'La oficina de permisos subió “{{name}}”. Abra la carpeta para ver si llegaron más archivos.',
} as const
