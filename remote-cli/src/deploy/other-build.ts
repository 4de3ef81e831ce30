import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BuildRecord, RemotePackage } from '@portal/contract'
import {
  FederationManifest,
  readContainer,
  sharedRanges,
  whyNotFederated,
  whyUnsharedDependencies,
} from '@portal/contract/other-tools'
import { CliError } from '../cli-error.ts'
import { packagesOf, readRepositoryPackage } from '../federation.ts'
import { readManifest } from '../read-manifest.ts'

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

/**
 * The record of a build that another tool made in `dist`, from its `mf-manifest.json` and the portal.json and
 * package.json of the repository. Throws CliError, with what to change, for a build that the portal would not
 * run.
 */
export function recordOfOtherBuild(folder: string, dist: string): BuildRecord {
  const file = join(dist, 'mf-manifest.json')
  if (!existsSync(file))
    throw new CliError(
      `${file} does not exist: build first, with manifest: true in the options of the module federation plugin.`,
    )
  const parsed = FederationManifest.safeParse(read(file))
  if (!parsed.success)
    throw new CliError(
      `${file} is not valid: ${parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}.`,
    )
  const federation = parsed.data
  const manifest = readManifest(folder, { checksPanels: false })
  const container = readContainer(federation.metaData.globalName)
  if (container?.name !== manifest.name)
    throw new CliError(
      `The container of ${dist} is ${federation.metaData.globalName}: name it mfe_${manifest.name}_<8 hex digits>, as federationOptions of @portal/remote-cli/federation does.`,
    )
  const [numbers = ''] = readRepositoryPackage(folder).version.split('-')
  const version = `${numbers}-${container.hash}`
  const refusal =
    whyNotFederated(federation, { version, manifest }) ??
    whyUnsharedDependencies(federation, packagesOf(folder))
  if (refusal !== null) throw new CliError(`${manifest.name} is not deployed: ${refusal}.`)
  return BuildRecord.parse({
    name: manifest.name,
    version,
    entry: 'remoteEntry.js',
    manifest,
    shared: sharedRanges(federation),
    ...RemotePackage.parse(read(join(folder, 'package.json'))).portal,
  })
}
