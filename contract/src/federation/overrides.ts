import { isAdministrator, toRole } from '../roles.ts'
import { RemoteName } from './manifest.ts'

/** A remote taken from a developer's own machine in place of the deployed one. */
export interface Override {
  name: string
  /** Scheme, host and port, such as `http://localhost:4581`; this machine's own alone. */
  origin: string
}

/**
 * Name of the cookie in which the server keeps a session's overrides, signed: the document's policy is
 * written by it.
 */
export const overrideCookie = 'portal_override'

/**
 * Who may override: it runs code of one's own machine with one's own rights, so it is for those who may
 * deploy.
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
 * Reads `mail@http://localhost:4581,files@http://localhost:4582`, the value of `?override=`; what leads
 * anywhere but to this machine is left out.
 */
export function readOverrides(value: string | null | undefined): Override[] {
  return (value ?? '')
    .slice(0, 1_000)
    .split(',')
    .map((part) => toOverride(part.trim()))
    .filter((each) => each !== null)
}
