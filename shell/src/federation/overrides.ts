import { BuildRecord, containerName, mayOverride, overrideCookie, readOverrides } from '@portal/contract'
import type { Override } from '@portal/contract'
import type { ResolvedBuild } from './resolve.ts'

const parameter = 'override'

function cookieValue(): string | null {
  const pair = document.cookie.split('; ').find((each) => each.startsWith(`${overrideCookie}=`))
  try {
    return pair === undefined ? null : decodeURIComponent(pair.slice(overrideCookie.length + 1))
  } catch {
    return null
  }
}

/** The overrides this browser keeps, whoever is signed in. */
export function keptOverrides(): Override[] {
  return readOverrides(cookieValue())
}

/** The overrides in force for a person of that role. */
export function overridesFor(role: string | null | undefined): Override[] {
  return mayOverride(role) ? keptOverrides() : []
}

const written = (overrides: readonly Override[]) => overrides.map(({ name, origin }) => `${name}@${origin}`).join(',')

function keep(overrides: readonly Override[]): void {
  const age = overrides.length === 0 ? '; max-age=0' : ''
  document.cookie = `${overrideCookie}=${encodeURIComponent(written(overrides))}; path=/; samesite=strict${age}`
}

/** Takes every remote from this portal again. The page's policy is the server's to write, so the page is loaded anew. */
export function clearOverrides(reload: () => void = () => location.reload()): void {
  keep([])
  reload()
}

/**
 * What `?override=` in the address asks for: kept, and the page loaded anew without it, so that the server writes the policy that lets the
 * code in. For those who may not, it is taken out of the address and nothing else happens. Answers whether the page is about to be loaded.
 */
export function takeOverride(role: string | null | undefined, goTo: (address: string) => void = (address) => location.replace(address)): boolean {
  const search = new URLSearchParams(location.search)
  const asked = search.get(parameter)
  if (asked === null) return false
  search.delete(parameter)
  const rest = search.toString()
  const address = location.pathname + (rest === '' ? '' : `?${rest}`) + location.hash
  const overrides = readOverrides(asked)
  if (!mayOverride(role) || overrides.length === 0) {
    history.replaceState(history.state, '', address)
    return false
  }
  keep([...keptOverrides().filter(({ name }) => overrides.every((each) => each.name !== name)), ...overrides])
  goTo(address)
  return true
}

/** The build a developer's own machine serves for a remote. Throws when there is none of that name. */
export async function overriddenBuild({ name, origin }: Override): Promise<ResolvedBuild> {
  const answer = await fetch(`${origin}/portal-build.json`, { credentials: 'omit', cache: 'no-store' })
  const record = BuildRecord.parse(await answer.json())
  if (record.name !== name) throw new Error(`${origin} serves the part "${record.name}".`)
  const { version, entry } = record
  return {
    name,
    version,
    container: containerName(name, version),
    entry: `${origin}/${entry}`,
    integrity: null,
    owner: record.manifest.owner,
    manifest: record.manifest,
    manifestIntegrity: null,
  }
}
