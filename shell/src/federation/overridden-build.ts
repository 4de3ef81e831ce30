import { BuildRecord, containerName } from '@portal/contract'
import type { Override } from '@portal/contract'
import type { ResolvedBuild } from './resolve.ts'

/**
 * The build of a remote that a developer's own machine serves. Throws when that machine serves no remote of
 * that name.
 */
export async function overriddenBuild({ name, origin }: Override): Promise<ResolvedBuild> {
  const response = await fetch(`${origin}/portal-build.json`, { credentials: 'omit', cache: 'no-store' })
  const record = BuildRecord.parse(await response.json())
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
