/** Sign-in, roles, people and their accounts. */
export const accessEs: Readonly<Record<string, string>> = {
  'Sign in to continue.': 'Inicie sesión para continuar.',
  'Your account has no role yet.': 'Su cuenta aún no tiene rol.',
  'Your role does not have access.': 'Su rol no tiene acceso.',
  'Your role has no access to {{name}}.': 'Su rol no tiene acceso: {{name}}.',
  'You don’t have access to Users.': 'No tiene acceso a Usuarios.',
  'You don’t have access to clients.': 'No tiene acceso a los clientes.',
  'Your role can’t import {{name}}.': 'Su rol no puede importar: {{name}}.',
  'Your role can’t import {{collection}}.': 'Su rol no puede importar: {{collection}}.',
  'Your role can’t link to {{name}}.': 'Su rol no puede vincular: {{name}}.',
  'The module of {{name}} is switched off for your role.':
    'El módulo está desactivado para su rol: {{name}}.',
  'The module of {{collection}} is switched off for your role.':
    'El módulo está desactivado para su rol: {{collection}}.',
  'The module {{closed}} is switched off for your role.':
    'El módulo {{closed}} está desactivado para su rol.',
  'Administrators only.': 'Solo administradores.',
  'Only the office can do this.': 'Solo la oficina puede hacerlo.',
  'Only the client can do this.': 'Solo el cliente puede hacerlo.',
  // Signing in
  'Start this in the portal.': 'Comience en el portal.',
  'query.purpose: an access request has no account to link yet':
    'query.purpose: una solicitud de acceso aún no tiene una cuenta que vincular',
  'This sign-in was started in another browser or took too long. Start again.':
    'Este inicio de sesión comenzó en otro navegador o tardó demasiado. Comience de nuevo.',
  'Microsoft did not report when you signed in. Create a passkey under Passkeys and sessions, or ask an administrator to add the optional claim auth_time.':
    'Microsoft no indicó cuándo inició sesión. Cree una clave de acceso en Claves de acceso y sesiones, o pida a un administrador que agregue la notificación opcional auth_time.',
  'Microsoft’s response could not be verified. Start again.':
    'La respuesta de Microsoft no se pudo verificar. Comience de nuevo.',
  'Your Microsoft account has no email address. Sign up with a passkey.':
    'Su cuenta de Microsoft no tiene dirección de correo. Regístrese con una clave de acceso.',
  'An account with your address already exists. Sign in with its passkey, then link Microsoft under Passkeys and sessions.':
    'Ya existe una cuenta con su dirección. Inicie sesión con su clave de acceso y vincule Microsoft en Claves de acceso y sesiones.',
  'This Microsoft account already requested access.': 'Esta cuenta de Microsoft ya solicitó acceso.',
  'This account is closed. Contact an administrator.':
    'Esta cuenta está cerrada. Contacte a un administrador.',
  'This Microsoft account is already linked to another person.':
    'Esta cuenta de Microsoft ya está vinculada a otra persona.',
  'This is not the Microsoft account you signed in with.':
    'Esta no es la cuenta de Microsoft con la que inició sesión.',
  'You signed in with Microsoft more than five minutes ago. Sign in again.':
    'Usted inició sesión con Microsoft hace más de cinco minutos. Inicie sesión de nuevo.',
  'Your Microsoft organization is not allowed in this portal.':
    'Su organización de Microsoft no está permitida en este portal.',
  'No Microsoft account is linked to yours.': 'No hay ninguna cuenta de Microsoft vinculada a la suya.',
  'Microsoft is not responding. Try again, or sign in with a passkey.':
    'Microsoft no responde. Inténtelo de nuevo o inicie sesión con una clave de acceso.',
  'Passkey not found.': 'No se encontró la clave de acceso.',
  'Invalid or already used code.': 'El código no es válido o ya se usó.',
  'This passkey could not be verified. Start again.':
    'Esta clave de acceso no se pudo verificar. Comience de nuevo.',
  'This passkey is already registered.': 'Esta clave de acceso ya está registrada.',
  'This passkey was not accepted.': 'Esta clave de acceso no se aceptó.',
  'Your session expired.': 'Su sesión caducó.',
  'You have no passkey yet. Sign in again, then create one.':
    'Aún no tiene una clave de acceso. Inicie sesión de nuevo y cree una.',
  'Confirm your identity with your passkey, then try again.':
    'Confirme su identidad con su clave de acceso e inténtelo de nuevo.',
  'Create a passkey first.': 'Primero cree una clave de acceso.',
  'Your request has not been approved yet.': 'Su solicitud aún no se ha aprobado.',
  'This link was already used, has expired or was replaced by a newer one.':
    'Este enlace ya se usó, caducó o fue reemplazado por uno más nuevo.',
  'This link was already used or has expired. Request a new one.':
    'Este enlace ya se usó o caducó. Solicite uno nuevo.',
  'This link is no longer valid: the request was decided or the link is incomplete.':
    'Este enlace ya no es válido: la solicitud se decidió o el enlace está incompleto.',
  'This is your only sign-in method. Create another passkey first.':
    'Es su único método de inicio de sesión. Antes cree otra clave de acceso.',
  'Sign-ins are frozen. Try again later, or contact an administrator.':
    'El inicio de sesión está bloqueado. Inténtelo más tarde o contacte a un administrador.',
  'Sign-ins are frozen. Unfreeze them before you approve requests.':
    'El inicio de sesión está bloqueado. Desbloquéelo antes de aprobar solicitudes.',
  'body.role: must be superadmin, admin, team or client':
    'body.role: debe ser superadmin, admin, team o client',
  'There is no demo account for {{role}}.': 'No hay cuenta de demostración para {{role}}.',
  'Browser not found.': 'No se encontró el navegador.',
  'Session not found.': 'No se encontró la sesión.',
  // People
  'Your organization already has {{maxPeople}} people. Ask the office to add more.':
    'Su organización ya tiene {{maxPeople}} personas. Pida a la oficina que agregue más.',
  'You already have {{mostPasskeys}} passkeys. Remove one first.':
    'Ya tiene {{mostPasskeys}} claves de acceso. Antes quite una.',
  'This request was already approved.': 'Esta solicitud ya se aprobó.',
  'This request was already rejected.': 'Esta solicitud ya se rechazó.',
  '{{email}} is not verified yet. The person must open the link sent to this address.':
    '{{email}} aún no está verificada. La persona debe abrir el enlace enviado a esa dirección.',
  'Person not found.': 'No se encontró a la persona.',
  'Person not found in your organization.': 'No se encontró a la persona en su organización.',
  'Request not found.': 'No se encontró la solicitud.',
  'This person has already signed in. If they can’t sign in, the office can help.':
    'Esta persona ya inició sesión. Si no puede entrar, la oficina puede ayudar.',
  'This is a demo account. Add the person as a new user.':
    'Es una cuenta de demostración. Agregue a la persona como usuario nuevo.',
  'This account is disabled. Enable it first.': 'Esta cuenta está desactivada. Actívela primero.',
  'This person has no link.': 'Esta persona no tiene ningún enlace.',
  'You can’t close your own account.': 'No puede cerrar su propia cuenta.',
  'You can’t change your own role.': 'No puede cambiar su propio rol.',
  'This is the last superadmin. Add another one first.':
    'Es el último superadministrador. Antes agregue otro.',
  'Status can’t change from {{from}} to {{to}}.': 'El estado no puede cambiar de {{from}} a {{to}}.',
  'Only a superadmin can change an account with the role {{role}}.':
    'Solo un superadministrador puede cambiar una cuenta con el rol {{role}}.',
  'Only a superadmin can assign the role {{role}}.':
    'Solo un superadministrador puede asignar el rol {{role}}.',
  'Only a superadmin can add, change or remove people with the role {{role}}.':
    'Solo un superadministrador puede agregar, cambiar o quitar personas con el rol {{role}}.',
  '{{email}} is an office address (Settings, General). Enter the person’s own address.':
    '{{email}} es una dirección de la oficina (Configuración, General). Escriba la dirección propia de la persona.',
  'body.outOfOfficeUntil: enter the last day away':
    'body.outOfOfficeUntil: escriba el último día de ausencia',
  'body.outOfOfficeUntil is before body.outOfOfficeFrom':
    'body.outOfOfficeUntil es anterior a body.outOfOfficeFrom',
  'Nobody on the team is at work. Choose a person.': 'Nadie del equipo está trabajando. Elija a una persona.',
  'Only staff can see the workload.': 'Solo el personal puede ver la carga de trabajo.',
  'There is no open work to hand over.': 'No hay trabajo abierto que traspasar.',
  'body.to: choose somebody else': 'body.to: elija a otra persona',
  'body.to: this person is away, and the work would come back':
    'body.to: esta persona está ausente y el trabajo volvería',
  'body.thenDisable: you can’t disable this account': 'body.thenDisable: no puede desactivar esta cuenta',
  'The account of this person is disabled. Activate it first.':
    'La cuenta de esta persona está desactivada. Actívela primero.',
  'body.org: only clients belong to an organization':
    'body.org: solo los clientes pertenecen a una organización',
  'body.orgRole: only clients have a position in an organization':
    'body.orgRole: solo los clientes tienen un puesto en una organización',
  'Sign-in did not work': 'No se pudo iniciar sesión',
  'Back to sign-in': 'Volver al inicio de sesión',
}
