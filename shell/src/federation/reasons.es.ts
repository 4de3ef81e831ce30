/** Why a remote did not open, in Spanish, by its English template. */
export const reasonsEs: Readonly<Record<string, string>> = {
  'The code could not be loaded.': 'No se pudo cargar el código.',
  'An error occurred while opening.': 'Se produjo un error al abrirlo.',
  'It is not deployed at the moment.': 'No está implementado en este momento.',
  'It did not answer within {{seconds}} seconds.': 'No respondió en {{seconds}} segundos.',
  'What the server says about it is not complete.': 'Los datos que el servidor da de él no están completos.',
  'The server does not vouch for its manifest.': 'El servidor no avala su manifiesto.',
  'The manifest of the part "{{name}}" is not the one its hash was made from.':
    'El manifiesto del módulo “{{name}}” no coincide con su hash.',
  'It works with version {{contract}} of the contract between shell and parts, and this portal has {{contractVersion}}.':
    'Funciona con la versión {{contract}} del contrato entre el portal y sus módulos, y este portal tiene la {{contractVersion}}.',
  'The server has no code for version {{version}} of the part "{{name}}" (owner: {{owner}}): it answered {{status}}.':
    'El servidor no tiene el código de la versión {{version}} del módulo “{{name}}” (responsable: {{owner}}): respondió {{status}}.',
  'In place of the code of version {{version}} of the part "{{name}}" (owner: {{owner}}) the server sent a page.':
    'En lugar del código de la versión {{version}} del módulo “{{name}}” (responsable: {{owner}}), el servidor envió una página.',
  'The code of version {{version}} of the part "{{name}}" (owner: {{owner}}) is not what the portal vouches for (integrity): its hash is another one, so it was refused.':
    'El código de la versión {{version}} del módulo “{{name}}” (responsable: {{owner}}) no es el que avala el portal (integridad): su hash es otro, así que se rechazó.',
}
