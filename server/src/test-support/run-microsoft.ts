import { startMicrosoft } from './microsoft.ts'

/**
 * Runs the provider as a separate program, for browsers: `node run-microsoft.ts <port> <redirect URI>`. Any
 * login name is accepted and becomes the person's name.
 */
const [port, redirectUri] = process.argv.slice(2)
if (port === undefined || redirectUri === undefined)
  throw new Error('Say on which port, and where to send people back to.')
await startMicrosoft(redirectUri, {
  port: Number(port),
  makeUp: (login) => ({
    login,
    tid: 'tenant-of-the-journeys',
    oid: `object-${login}`,
    name: login,
    email: `${login}@contoso.example`,
  }),
})
