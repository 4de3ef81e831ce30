import { Canary, RemoteManifest, deploymentActions } from '@portal/contract'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '#database/database.ts'
import type { Tables } from '#database/tables.ts'
import type { DeploymentAction, DeploymentStep } from './deployment-state.ts'

/** A build of a remote as pages need to know it. */
export interface RemoteBuild {
  name: string
  version: string
  integrity: string
  /** Null for what was published before manifests were hashed; shells refuse that. */
  manifestIntegrity: string | null
  manifest: RemoteManifest
}

/**
 * What decides over modules: a count that grows with every activation, and the configuration's version (null
 * before the first start).
 */
export interface SystemVersions {
  activation: number
  configuration: number | null
}

/** The marks as they are now. They stand in one row, for whoever asks the database something anyway. */
export async function findSystemVersions(database: Database): Promise<SystemVersions> {
  const [row] = await database.query<SystemVersions>('select activation, configuration from marks', [])
  return row ?? { activation: 0, configuration: null }
}

interface StepRow {
  name: string
  version: string
  reason: string
  canary: unknown
}

const Reason = z.enum(deploymentActions)
const StoredCanary = Canary.nullable()

function toStep({ version, reason, canary }: StepRow): DeploymentStep {
  return { version, reason: Reason.parse(reason), canary: StoredCanary.parse(canary) }
}

/** The history of every remote that was ever activated, oldest step first, by name. */
export async function listDeploymentSteps(database: Database): Promise<Map<string, DeploymentStep[]>> {
  const rows = await database.query<StepRow>(
    'select name, version, reason, canary from remote_activations order by name, id',
    [],
  )
  return new Map([...Map.groupBy(rows, ({ name }) => name)].map(([name, steps]) => [name, steps.map(toStep)]))
}

interface BuildRow {
  name: string
  version: string
  integrity: string
  manifest_integrity: string | null
  manifest: unknown
}

const listBuildsText = `select v.name, v.version, v.integrity, v.manifest_integrity, v.manifest
  from unnest($1::text[], $2::text[]) as wanted(name, version) join remote_versions v on v.name = wanted.name and v.version = wanted.version`

/** These builds, in no order; those that do not exist, or whose manifest cannot be read, are left out. */
export async function listBuilds(
  database: Database,
  wanted: readonly { name: string; version: string }[],
): Promise<RemoteBuild[]> {
  const rows = await database.query<BuildRow>(listBuildsText, [
    wanted.map(({ name }) => name),
    wanted.map(({ version }) => version),
  ])
  return rows.flatMap(({ manifest_integrity: manifestIntegrity, manifest: stored, ...row }) => {
    const manifest = RemoteManifest.safeParse(stored)
    return manifest.success ? [{ ...row, manifestIntegrity, manifest: manifest.data }] : []
  })
}

/**
 * Who publishes or activates: a person, or a deploy token; neither where a server starts with its own build.
 */
export interface Author {
  person: string | null
  token: string | null
}

export interface StoredBuild extends RemoteBuild {
  digest: string
  size: number
  files: number
  at: Date
  by: Author
}

/**
 * Notes a published build; false when the version was there already, which then stays as it is. One whose
 * files were taken away is published anew.
 */
export async function insertVersion(trx: Transaction<Tables>, version: StoredBuild): Promise<boolean> {
  const {
    name,
    version: number,
    integrity,
    manifest,
    manifestIntegrity,
    digest,
    size,
    files,
    at,
    by,
  } = version
  const values = {
    integrity,
    manifest: JSON.stringify(manifest),
    digest,
    manifest_integrity: manifestIntegrity,
    size,
    files,
    published_at: at,
  }
  const rest = { published_by: by.person, token: by.token, swept_at: null }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('remote_versions')
    .values({ name, version: number, ...values, ...rest })
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'version'])
        .doUpdateSet({ ...values, ...rest })
        .where('remote_versions.swept_at', 'is not', null),
    )
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export interface BuildFile {
  /** Below the build's folder, such as `assets/78.502a5bf1cb.js`. */
  path: string
  bytes: Buffer
  /** Hexadecimal. */
  sha256: string
}

/** Keeps the files of a build that was just noted. */
export async function insertFiles(
  trx: Transaction<Tables>,
  name: string,
  version: string,
  files: readonly BuildFile[],
): Promise<void> {
  for (const { path, bytes, sha256 } of files) {
    await trx
      .insertInto('remote_files')
      .values({ name, version, path, size: bytes.length, sha256, bytes })
      .execute()
  }
}

/**
 * What tells two builds of one version apart. Undefined where there is none, or where its files were taken
 * away.
 */
export async function findPublished(
  kysely: Kysely<Tables>,
  name: string,
  version: string,
): Promise<{ integrity: string; digest: string | null } | undefined> {
  return kysely
    .selectFrom('remote_versions')
    .select(['integrity', 'digest'])
    .where('name', '=', name)
    .where('version', '=', version)
    .where('swept_at', 'is', null)
    .executeTakeFirst()
}

/**
 * A remote's history, oldest step first; activations of one remote wait for each other until the transaction
 * ends.
 */
export async function lockSteps(trx: Transaction<Tables>, name: string): Promise<DeploymentStep[]> {
  await trx.selectFrom('remote_versions').select('version').where('name', '=', name).forUpdate().execute()
  const rows = await trx
    .selectFrom('remote_activations')
    .select(['name', 'version', 'reason', 'canary'])
    .where('name', '=', name)
    .orderBy('id')
    .execute()
  return rows.map(toStep)
}

export interface NewStep extends DeploymentStep {
  name: string
  from: string | null
  note: string | null
  at: Date
  by: Author
}

export async function insertStep(
  trx: Transaction<Tables>,
  { name, version, reason, canary, from, note, at, by }: NewStep,
): Promise<void> {
  const values = {
    name,
    version,
    reason,
    canary: canary === null ? null : JSON.stringify(canary),
    from_version: from,
    note,
    at,
  }
  await trx
    .insertInto('remote_activations')
    .values({ ...values, by: by.person, token: by.token })
    .execute()
}

/** Did a person or a token ever decide over this remote? */
export function isChosen(steps: readonly { reason: DeploymentAction }[]): boolean {
  return steps.some(({ reason }) => reason !== 'start')
}
