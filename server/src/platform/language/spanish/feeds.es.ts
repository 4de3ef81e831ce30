/** Feeds of agencies: why one could not be read, and refusals about its proposals. */
export const feedsEs: Readonly<Record<string, string>> = {
  'Agency feed {{pid}} not found.': 'No se encontró la fuente de agencia {{pid}}.',
  'Proposal {{pid}} not found.': 'No se encontró la propuesta {{pid}}.',
  'body.{{path}} is required': 'body.{{path}} es obligatorio',
  'body.{{path}} does not fit the dialect of the feed':
    'body.{{path}} no corresponde al dialecto de la fuente',
  'body.address has a user or a password. Enter the token instead.':
    'body.address tiene un usuario o una contraseña. Escriba el token en su lugar.',
  'body.address is an address of this machine or of a private network':
    'body.address es una dirección de este equipo o de una red privada',
  'body.address must begin with https://': 'body.address debe comenzar con https://',
  'body.authority does not name an agency': 'body.authority no es una agencia',
  'Another run of this feed is in progress.': 'Ya se está leyendo esta fuente.',
  'The feed was deleted.': 'La fuente se eliminó.',
  'The feed was changed while it was read. It is read again by itself.':
    'La fuente se cambió mientras se leía. Se vuelve a leer sola.',
  'The permit is with another agency now.': 'El permiso ya está con otra agencia.',
  'This is about the number {{number}}. The number of the permit is {{now}} now.':
    'Se trata del número {{number}}. El número del permiso ahora es {{now}}.',
  'The feed has no column {{column}}. Correct the column in the source, then run it again.':
    'La fuente no tiene la columna {{column}}. Corrija la columna y vuelva a leer la fuente.',
  'The feed has no rows.': 'La fuente no tiene filas.',
  'The feed has run dry: of {{known}} permits that it had, {{found}} are left.':
    'La fuente se quedó sin datos: de {{known}} permisos que tenía, quedan {{found}}.',
  'The feed refused access (HTTP {{status}}). Enter a valid token.':
    'La fuente rechazó el acceso (HTTP {{status}}). Escriba un token válido.',
  'The token was encrypted with another key. Enter it again.':
    'El token se cifró con otra clave. Escríbalo otra vez.',
  'The feed says that it was refreshed at {{at}} (UTC), which is still to come. Its clock is wrong.':
    'La fuente dice que se actualizó el {{at}} (UTC), que aún no ha llegado. Su reloj está mal.',
  'The feed asked to be called less often (HTTP 429).': 'La fuente pide menos llamadas (HTTP 429).',
  'The feed asked to be called less often (HTTP {{status}}).':
    'La fuente pide menos llamadas (HTTP {{status}}).',
  'The feed answered with something else than rows.': 'La fuente respondió con algo que no son filas.',
  'The feed sends the same rows again instead of its next page. It can’t be read to its end.':
    'La fuente envía otra vez las mismas filas en lugar de la página siguiente. No se puede leer hasta el final.',
  'The feed has the column {{column}} more than once. Choose another column.':
    'La fuente tiene la columna {{column}} más de una vez. Elija otra columna.',
  'Row {{row}} of the feed is longer than 1 MiB.': 'La fila {{row}} de la fuente pasa de 1 MiB.',
  'Row {{row}} of the feed has another number of cells than its header.':
    'La fila {{row}} de la fuente no tiene tantas celdas como su encabezado.',
  'Row {{row}} of the feed has a quote in the wrong place.':
    'La fila {{row}} de la fuente tiene unas comillas fuera de lugar.',
  'The feed answered compressed ({{encoding}}), which was not asked for.':
    'La fuente respondió comprimida ({{encoding}}), lo que no se pidió.',
  'The feed has more than {{limit}} rows.': 'La fuente tiene más de {{limit}} filas.',
  'The feed answered with HTTP {{status}}.': 'La fuente respondió con HTTP {{status}}.',
  'The feed did not answer with complete {{what}}.': 'La fuente no respondió con un {{what}} completo.',
  'The run was interrupted. It starts again by itself.': 'La lectura se interrumpió. Se reanuda sola.',
  '{{host}} is an address of this machine or of a private network. It was not called.':
    '{{host}} es una dirección de este equipo o de una red privada. No se llamó.',
  '{{host}} redirects to a private address. It was not followed.':
    '{{host}} redirige a una dirección privada. No se siguió.',
  '{{host}} redirects too often.': '{{host}} redirige demasiadas veces.',
  '{{host}} did not answer in time.': '{{host}} no respondió a tiempo.',
  'The answer of {{host}} is too large.': 'La respuesta de {{host}} es demasiado grande.',
  'The answer of {{host}} broke off.': 'La respuesta de {{host}} se cortó.',
  '{{host}} can’t be reached.': 'No se puede acceder a {{host}}.',
  'Checked with the feed of {{authority}}.': 'Comprobado con la fuente de {{authority}}.',
  '{{authority}} says “{{status}}”.': '{{authority}} dice “{{status}}”.',
  '{{authority}} says “{{status}}” since {{day}}.': '{{authority}} dice “{{status}}” desde el {{day}}.',
  'The permit status map has no way from {{from}} to {{to}}.':
    'El mapa de estados no tiene un camino de {{from}} a {{to}}.',
  'The agency’s status is another one now.': 'El estado de la agencia ya es otro.',
  'The status of the permit changed otherwise.': 'El estado del permiso cambió de otra manera.',
  'This was held with many others. An administrator decides about all of them.':
    'Quedó retenida junto con muchas otras. Un administrador decide sobre todas.',
  'Discovered permit {{pid}} not found.': 'No se encontró el permiso descubierto {{pid}}.',
  'This discovered permit was decided already.': 'Ya se decidió sobre este permiso descubierto.',
  'A permit has this number now.': 'Ya hay un permiso con este número.',
  'Found in the feed of {{authority}}.': 'Encontrado en la fuente de {{authority}}.',
  'The feed has more rows of these clients than a run reads. The newest were read.':
    'La fuente tiene más filas de estos clientes de las que se leen de una vez. Se leyeron las más recientes.',
  'This proposal was decided already.': 'Ya se decidió esta propuesta.',
}
