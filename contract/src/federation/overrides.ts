import { isAdministrator, toRole } from '../roles.ts'
import { RemoteName } from './manifest.ts'

/** Replaces a deployed remote with one from the developer's own machine. */
export interface Override {
  name: string
  /** Scheme, host and port, for example `http://localhost:4581`. Only loopback hosts are allowed. */
  origin: string
}

/**
 * Name of the signed cookie in which the server stores the overrides of a session. The server derives the
 * content security policy of the document from it.
 */
export const overrideCookie = 'portal_override'

/**
 * Whether the role may override remotes. An override runs local code with the rights of the user, so it
 * requires the right to deploy.
 */
export function mayOverride(role: string | null | undefined): boolean {
  const known = toRole(role)
  return known !== null && isAdministrator(known)
}

function toOverride(text: string): Override | null {
  const [, name, address] = /^([^@]+)@(.+)$/.exec(text) ?? []
  if (
    name === undefined ||
    address === undefined ||
    !RemoteName.safeParse(name).success ||
    !URL.canParse(address)
  )
    return null
  const { protocol, hostname, origin, username, pathname } = new URL(address)
  const isOwnMachine = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return protocol === 'http:' && isOwnMachine && username === '' && pathname === '/' ? { name, origin } : null
}

/**
 * Parses the value of `?override=`, for example `mail@http://localhost:4581,files@http://localhost:4582`.
 * Entries that do not point to the own machine are ignored.
 */
export function readOverrides(value: string | null | undefined): Override[] {
  return (value ?? '')
    .slice(0, 1_000)
    .split(',')
    .map((part) => toOverride(part.trim()))
    .filter((each) => each !== null)
}
