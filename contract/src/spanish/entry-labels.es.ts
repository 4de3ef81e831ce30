/** Labels on pages before the sign-in, which load no others: their titles, and the roles of demo accounts. */
export const entryLabelsEs: Readonly<Record<string, string>> = {
  'Permit portal': 'Portal de permisos',
  'Sign in': 'Iniciar sesión',
  'Sign up': 'Registrarse',
  'Sign in with a passkey': 'Iniciar sesión con una clave de acceso',
  Superadmin: 'Superadministrador',
  Admin: 'Administrador',
  Team: 'Equipo',
  Client: 'Cliente',
}
