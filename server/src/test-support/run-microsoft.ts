import { startMicrosoft } from './microsoft.ts'

/**
 * The provider as a program of its own, for browsers: `node run-microsoft.ts <port> <address to send people
 * back to>`. Whatever somebody types as their login is their name there.
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
