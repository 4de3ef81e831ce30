export const es = {
  approvalWaits: 'Un cambio requiere su aprobación',
  approvalMeans: '{{summary}} Apruébelo o rechácelo en Configuración, General.',
  delegateOf: 'Usted sustituye a {{name}}',
  delegateUntil:
    'Hasta el {{until}}, recibirá las asignaciones, los recordatorios y las solicitudes nuevas de esta persona.',
  delegateFrom:
    'Del {{from}} al {{until}}, recibirá las asignaciones, los recordatorios y las solicitudes nuevas de esta persona.',
  virusFound: 'Virus encontrado: {{name}}',
  notNamed: 'desconocido',
  virusMeans:
    'El antivirus lo encontró en {{what}}. El archivo está bloqueado y no se puede descargar. No recibirá otra alerta por el mismo virus durante una hora.',
  mailNotSent: 'Correo no enviado: {{subject}}',
  mailNotDelivered: 'Correo no entregado: {{subject}}',
  noSubject: '(sin asunto)',
  notificationsFail: 'Hay notificaciones que no se entregaron por correo',
  notificationsFailMeans:
    'El servidor de correo respondió: {{detail}} En Configuración, Entrega, está la lista de lo que falló. No recibirá otra alerta sobre esto durante una hora.',
  sharedWithYou: 'Compartido con usted: {{name}}',
  sharedFolder: 'La oficina de permisos compartió la carpeta “{{name}}” con usted.',
  sharedFile: 'La oficina de permisos compartió el archivo “{{name}}” con usted.',
  newFiles: 'Archivos nuevos para usted',
  newFilesIn: 'Archivos nuevos para usted en {{folder}}',
  uploaded: 'La oficina de permisos subió “{{name}}”. Abra la carpeta para ver todos los archivos nuevos.',
  canaryWithdrawn: 'Canario retirado: {{name}} {{version}}',
  canaryWithdrawnMeans:
    'Fallaba más que la versión que tienen los demás: {{counts}}. Todos tienen de nuevo {{stable}}. Equipo responsable: {{owner}}. Primeros errores:',
  remoteErrors: 'Errores en un módulo: {{name}} {{version}}',
  remoteErrorsMean:
    'Las páginas informan de errores en esta versión. Equipo responsable: {{owner}}. Todos los errores están en Configuración, Módulos. Recibe una alerta por versión. Primer error:',
  budgetHalfSpent: 'Se gastó la mitad del margen de errores de {{name}}',
  budgetSpent: 'Se agotó el margen de errores de {{name}}',
  budgetMeans:
    '{{failures}} de {{mounts}} cargas en {{days}} días fallaron o tuvieron un error en el primer minuto. El objetivo es {{target}} % sin fallo. Equipo responsable: {{owner}}. Recibe una alerta a la mitad del margen y otra cuando se agota.',
  flagOverdue: 'Indicador vencido: {{name}} de {{remote}}',
  flagOverdueMeans:
    'Debía retirarse del código a más tardar el {{day}}. Equipo responsable: {{owner}}. Todos los indicadores están en Configuración, Módulos. Recibe una alerta por indicador y fecha.',
  remoteOrigin: 'Cambiado en su origen: {{name}} {{version}}',
  remoteOriginMeans:
    'Los archivos de este módulo en {{origin}} no son los publicados y los navegadores los rechazan. Mientras tanto, el portal sirve su propia copia. Equipo responsable: {{owner}}. Qué difiere:',
  backupLate: 'No hay una copia de seguridad reciente',
  backupLateMeans:
    'La última copia de seguridad completa es del {{at}} (UTC) y debe hacerse una cada {{hours}} horas. Pida a quien administra el servidor que revise su registro.',
  backupNone:
    'No hay ninguna copia de seguridad completa y debe hacerse una cada {{hours}} horas. Pida a quien administra el servidor que revise su registro.',
  feedStopped: 'Fuente de agencia detenida: {{authority}}',
  feedStoppedMeans:
    '{{problem}} No se cambió ningún permiso. La fuente está en Configuración, Fuentes de agencias.',
  feedHeld: '{{authority}}: {{count}} permisos terminarían a la vez',
  feedHeldMeans:
    'La fuente dice que han terminado muchísimos permisos. No se cambió nada. Libérelos o descártelos todos en Configuración, Fuentes de agencias.',
  requirementsInForce: 'Requisitos vigentes: versión {{number}}',
  requirementsInForceMeans:
    '{{by}} los programó para el {{day}}. Los permisos que empiecen desde ahora los tendrán. Los abiertos conservan los suyos hasta que usted los pase en Configuración, Requisitos.',
  requirementsRefused: 'Los requisitos para el {{day}} no entraron en vigor',
  requirementsRefusedMeans:
    '{{reasons}} Sigue vigente la versión anterior. En Configuración, Requisitos, conviértalos de nuevo en borrador, corríjalos y publíquelos.',
  requirementsUnusable: 'Los requisitos programados para el {{day}} ya no se pueden usar',
  requirementsUnusableMeans:
    '{{reasons}} Si no se corrige antes de ese día, seguirá vigente la versión anterior. La publicación está en Configuración, Requisitos.',
} as const
