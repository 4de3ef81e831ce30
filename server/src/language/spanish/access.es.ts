/** Sign-in, roles, people and their accounts. */
export const accessEs: Readonly<Record<string, string>> = {
  'Sign in to continue.': 'Inicie sesión para continuar.',
  'Your account has no role yet.': 'Su cuenta aún no tiene rol.',
  'Your role does not allow this.': 'Su rol no lo permite.',
  'Your role does not open {{name}}.': 'Su rol no da acceso a esto: {{name}}.',
  'Your role does not open users.': 'Su rol no da acceso a las personas.',
  'Your role does not open clients.': 'Su rol no da acceso a los clientes.',
  'Your role does not import {{name}}.': 'Su rol no importa esto: {{name}}.',
  'Your role does not import {{collection}}.': 'Su rol no importa esto: {{collection}}.',
  'Your role sets no reference to {{name}}.': 'Su rol no asigna referencias a esto: {{name}}.',
  'The module of {{name}} is switched off for your role.':
    'El módulo está desactivado para su rol: {{name}}.',
  'The module of {{collection}} is switched off for your role.':
    'El módulo está desactivado para su rol: {{collection}}.',
  'The module {{closed}} is switched off for your role.':
    'El módulo {{closed}} está desactivado para su rol.',
  'Administrators only.': 'Solo para administradores.',
  'The office does this.': 'Esto lo hace la oficina.',
  'The client does this.': 'Esto lo hace el cliente.',
  // Signing in
  'Begin this in the portal itself.': 'Comience en el propio portal.',
  'query.purpose: a request for access has nobody to link yet':
    'query.purpose: una solicitud de acceso aún no tiene a quién vincular',
  'This sign-in was not begun in this browser, or took too long. Begin once more.':
    'Este inicio de sesión no comenzó en este navegador, o tardó demasiado. Comience de nuevo.',
  'Microsoft does not tell the portal when you signed in. Make a passkey under Passkeys and sessions, or ask an administrator to add the optional claim auth_time.':
    'Microsoft no informa al portal de cuándo inició sesión. Cree una clave de acceso en Claves de acceso y sesiones, o pida a un administrador que agregue la notificación opcional auth_time.',
  'Microsoft’s answer could not be verified. Begin once more.':
    'La respuesta de Microsoft no se pudo verificar. Comience de nuevo.',
  'Microsoft names no e-mail address of yours: sign up with a passkey.':
    'Microsoft no da ninguna dirección de correo suya: regístrese con una clave de acceso.',
  'There is an account with your address. Sign in with its passkey, then link Microsoft under Passkeys and sessions.':
    'Ya hay una cuenta con su dirección. Inicie sesión con su clave de acceso y vincule Microsoft en Claves de acceso y sesiones.',
  'This Microsoft account has asked for access already.': 'Esta cuenta de Microsoft ya solicitó acceso.',
  'This account is closed. Ask an administrator.': 'Esta cuenta está cerrada. Consulte a un administrador.',
  'This Microsoft account belongs to somebody already.':
    'Esta cuenta de Microsoft ya pertenece a otra persona.',
  'This is not the Microsoft account of your session.': 'Esta no es la cuenta de Microsoft de su sesión.',
  'You signed in at Microsoft more than five minutes ago. Sign in there again.':
    'Usted inició sesión en Microsoft hace más de cinco minutos. Inicie sesión allí de nuevo.',
  'Your organization at Microsoft is not one this portal works with.':
    'Su organización en Microsoft no es una de las que admite este portal.',
  'No Microsoft account is linked to yours.': 'No hay ninguna cuenta de Microsoft vinculada a la suya.',
  'Microsoft does not answer at the moment. Try again, or sign in with a passkey.':
    'Microsoft no responde en este momento. Intente de nuevo o inicie sesión con una clave de acceso.',
  'There is no such passkey.': 'No existe esa clave de acceso.',
  'Invalid or already used code.': 'El código no es válido o ya se usó.',
  'This passkey could not be verified: begin once more.':
    'Esta clave de acceso no se pudo verificar: comience de nuevo.',
  'This passkey is registered already.': 'Esta clave de acceso ya está registrada.',
  'This passkey was not accepted.': 'Esta clave de acceso no se aceptó.',
  'Your session expired.': 'Su sesión caducó.',
  'You have no passkey yet: sign in once more, then make one.':
    'Aún no tiene ninguna clave de acceso: inicie sesión de nuevo y cree una.',
  'Confirm with your passkey that it is you, then try again.':
    'Confirme con su clave de acceso que es usted e intente de nuevo.',
  'Make a passkey first.': 'Primero cree una clave de acceso.',
  'Your request has not been approved yet.': 'Su solicitud aún no se ha aprobado.',
  'This link has been used, is too old, or was replaced by a newer one.':
    'Este enlace ya se usó, caducó o fue sustituido por otro más nuevo.',
  'This link has been used or is too old: ask for a new one.':
    'Este enlace ya se usó o caducó: pida uno nuevo.',
  'This link confirms nothing any more: the request was decided, or the link is not complete.':
    'Este enlace ya no confirma nada: la solicitud está decidida o el enlace está incompleto.',
  'This is your last way to sign in: make another passkey first.':
    'Es su última forma de iniciar sesión: cree antes otra clave de acceso.',
  'Sign-ins are frozen at the moment. Try again later, or ask an administrator.':
    'El inicio de sesión está bloqueado en este momento. Intente más tarde o consulte a un administrador.',
  'Sign-ins are frozen: open them again before you approve anybody.':
    'El inicio de sesión está bloqueado: ábralo de nuevo antes de aprobar a alguien.',
  'body.role: is none of superadmin, admin, team and client':
    'body.role: no es superadmin, admin, team ni client',
  'There is no demo account for {{role}}.': 'No hay cuenta de demostración para {{role}}.',
  'There is no such browser.': 'No existe ese navegador.',
  'There is no such session.': 'No existe esa sesión.',
  // People
  'Your organization has {{maxPeople}} people already: ask the office to add more.':
    'Su organización ya tiene {{maxPeople}} personas: pida a la oficina que agregue más.',
  'You have {{mostPasskeys}} passkeys: remove one first.':
    'Tiene {{mostPasskeys}} claves de acceso: quite antes una.',
  'This request was approved already.': 'Esta solicitud ya se aprobó.',
  'This request was rejected already.': 'Esta solicitud ya se rechazó.',
  '{{email}} is not verified yet: its owner has to open the link that was mailed there.':
    '{{email}} aún no está verificada: su titular debe abrir el enlace que se envió allí.',
  'There is no such person.': 'No existe esa persona.',
  'There is no such person in your organization.': 'No existe esa persona en su organización.',
  'There is no such request.': 'No existe esa solicitud.',
  'This person has come already: the office helps them when they cannot sign in.':
    'Esta persona ya entró: si no puede iniciar sesión, la ayuda la oficina.',
  'This account belongs to the sample data of demo mode: add the person as a new user.':
    'Esta cuenta es de los datos de muestra del modo de demostración: agregue a la persona como usuario nuevo.',
  'This person is disabled: enable them first.': 'Esta persona está desactivada: actívela primero.',
  'This person holds no link.': 'Esta persona no tiene ningún enlace.',
  'Nobody closes their own account.': 'Nadie cierra su propia cuenta.',
  'Nobody changes their own role.': 'Nadie cambia su propio rol.',
  'This is the last superadmin: appoint another one first.':
    'Es el último superadministrador: nombre antes a otro.',
  'A person who is {{from}} cannot become {{to}}.': 'Una persona en estado {{from}} no puede pasar a {{to}}.',
  'Only a superadmin may act on the account of a person of role {{role}}.':
    'Solo un superadministrador puede actuar sobre la cuenta de una persona con el rol {{role}}.',
  'Only a superadmin may appoint a person of role {{role}}.':
    'Solo un superadministrador puede nombrar a una persona con el rol {{role}}.',
  'Only a superadmin may appoint, change or remove a person of role {{role}}.':
    'Solo un superadministrador puede nombrar, cambiar o quitar a una persona con el rol {{role}}.',
  '{{email}} is an address of the office (Settings, General): a person needs their own.':
    '{{email}} es una dirección de la oficina (Configuración, General): cada persona necesita la suya.',
  'body.org: only clients belong to an organization':
    'body.org: solo los clientes pertenecen a una organización',
  'body.orgRole: only clients have a position in an organization':
    'body.orgRole: solo los clientes tienen un puesto en una organización',
}
