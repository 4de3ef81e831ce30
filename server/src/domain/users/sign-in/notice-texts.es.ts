export const es = {
  ifNotYou: 'Si no fue usted, termine la sesión en Claves de acceso y sesiones y avise a un administrador.',
  newDevice: 'Nuevo inicio de sesión en su cuenta',
  newDeviceBy:
    'Alguien inició sesión con {{method}} desde un navegador nuevo, dirección {{address}}. {{ending}}',
  'method-demo': 'el modo de demostración',
  'method-passkey': 'una clave de acceso',
  'method-microsoft': 'Microsoft',
  'method-link': 'un enlace',
  'method-recovery': 'un código de recuperación',
  'method-sign-up': 'el registro',
  passkeyAdded: 'Se agregó una clave de acceso a su cuenta',
  passkeyAddedAs:
    '“{{name}}” ya se puede usar para entrar en su cuenta. Si no la agregó usted, quítela en Claves de acceso y sesiones y avise a un administrador.',
  passkeyRemoved: 'Se quitó una clave de acceso de su cuenta',
  passkeyRemovedAs: 'Un administrador quitó “{{name}}”. Terminaron todas sus sesiones.',
  microsoftLinked: 'Se vinculó una cuenta de Microsoft a la suya',
  microsoftLinkedAs:
    '{{name}} ya se puede usar para entrar en su cuenta. Si no la vinculó usted, desvincúlela en Claves de acceso y sesiones y avise a un administrador.',
  linkMade: 'Se creó un enlace de acceso a su cuenta',
  linkMadeBy:
    '{{maker}} creó un enlace que permite agregar una clave de acceso a su cuenta. Si no lo solicitó usted, avise a otro administrador.',
  linkMadeByOperator:
    'El operador del servidor creó un enlace que permite agregar una clave de acceso a la cuenta de {{name}}. Si nadie lo solicitó, avise a quien administra el servidor.',
  linkUsed: 'Se usó un enlace de acceso a su cuenta',
  linkUsedFrom: 'Alguien lo abrió desde la dirección {{address}}. {{ending}}',
  recoveryUsed: 'Se usó uno de sus códigos de recuperación',
  recoveryUsedFrom: 'Alguien lo usó desde la dirección {{address}}. {{ending}}',
  manyFailures: 'Muchos intentos fallidos de entrar en su cuenta',
  manyFailuresFrom:
    'Alguien intentó varias veces entrar en su cuenta, la última desde la dirección {{address}}. Ningún intento tuvo éxito. Si continúa, avise a un administrador.',
  roleChanged: 'Su rol cambió',
  placeChanged: 'Cambió su organización o su puesto',
  placeMeans: 'Esto cambia lo que usted puede ver y hacer. Si no lo esperaba, pregunte a un administrador.',
  'role-none': 'Usted ya no tiene rol.',
  'role-superadmin': 'Ahora usted es superadministrador.',
  'role-admin': 'Ahora usted es administrador.',
  'role-team': 'Ahora usted es miembro del equipo.',
  'role-client': 'Ahora usted es cliente.',
} as const
