import {
  BuildUses,
  Canary,
  RemoteManifest,
  deploymentActions,
  readDeclarations,
  splitManifest,
} from '@portal/contract'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { DeploymentAction, DeploymentStep } from './deployment-state.ts'

/** A build of a remote, with the data that pages need. */
export interface RemoteBuild {
  name: string
  version: string
  integrity: string
  /** Null for builds published before manifests were hashed; shells refuse those. */
  manifestIntegrity: string | null
  manifest: RemoteManifest
  /** What the build uses of the portal; null when its record does not say it. */
  uses: BuildUses | null
  /** The ranges of the packages it takes from the shell. */
  shared: Readonly<Record<string, string>>
  /**
   * Origin that serves it; null when the portal does, also because the origin is no longer listed or its
   * files differ.
   */
  servedFrom: string | null
}

/**
 * The versions that decide on modules: a counter that increases with every activation, and the version of the
 * configuration (null before the first start).
 */
export const SystemVersions = z.object({ activation: z.number(), configuration: z.number().nullable() })
export type SystemVersions = z.infer<typeof SystemVersions>

/** The current versions. They are in one row, so that other queries can read them as well. */
export async function findSystemVersions(database: Database): Promise<SystemVersions> {
  const [row] = await database.query(
    'select activation, configuration from system_versions',
    [],
    SystemVersions,
  )
  return row ?? { activation: 0, configuration: null }
}

const StepRow = z.object({ name: z.string(), version: z.string(), reason: z.string(), canary: z.unknown() })
type StepRow = z.infer<typeof StepRow>

const Reason = z.enum(deploymentActions)
const StoredCanary = Canary.nullable()

function toStep({ version, reason, canary }: StepRow): DeploymentStep {
  return { version, reason: Reason.parse(reason), canary: StoredCanary.parse(canary) }
}

/** The history of every deployed remote, by name, oldest step first. */
export async function listDeploymentSteps(database: Database): Promise<Map<string, DeploymentStep[]>> {
  const rows = await database.query(
    'select name, version, reason, canary from remote_steps order by name, id',
    [],
    StepRow,
  )
  return new Map([...Map.groupBy(rows, ({ name }) => name)].map(([name, steps]) => [name, steps.map(toStep)]))
}

const BuildRow = z.object({
  name: z.string(),
  version: z.string(),
  integrity: z.string(),
  manifest_integrity: z.string().nullable(),
  manifest: z.unknown(),
  slots: z.array(z.unknown()).nullable(),
  uses: BuildUses.nullable().catch(null),
  shared: z.record(z.string(), z.string()).nullable().catch(null),
  served_from: z.string().nullable(),
})
type BuildRow = z.infer<typeof BuildRow>

const listBuildsText = `select v.name, v.version, v.integrity, v.manifest_integrity, v.manifest, v.slots, v.uses, v.shared,
    case when c.problem is null then o.origin end as served_from
  from unnest($1::text[], $2::text[]) as wanted(name, version) join remote_versions v on v.name = wanted.name and v.version = wanted.version
  left join remote_origins o on o.origin = v.served_from
  left join remote_origin_checks c on c.name = v.name and c.version = v.version`

/**
 * The given builds, in no particular order. Builds that do not exist or have an unreadable manifest are left
 * out.
 */
export async function listBuilds(
  database: Database,
  wanted: readonly { name: string; version: string }[],
): Promise<RemoteBuild[]> {
  const rows = await database.query(
    listBuildsText,
    [wanted.map(({ name }) => name), wanted.map(({ version }) => version)],
    BuildRow,
  )
  return rows.flatMap(
    ({
      manifest_integrity: manifestIntegrity,
      manifest: stored,
      slots,
      shared,
      served_from: servedFrom,
      ...row
    }) => {
      const { data } = RemoteManifest.safeParse(stored)
      if (data === undefined) return []
      const manifest = { ...data, panels: [...data.panels, ...readDeclarations(slots ?? [])] }
      return [{ ...row, shared: shared ?? {}, servedFrom, manifestIntegrity, manifest }]
    },
  )
}

const removalsText = `select distinct on (name) name, version, removed_at from remote_removals
  where restored_at is null and removed_at > $1 order by name, id desc`

/** The remotes that were removed since then and not restored. */
export async function listRemovals(
  database: Database,
  since: Date,
): Promise<{ name: string; version: string; removed_at: Date }[]> {
  return database.query(
    removalsText,
    [since],
    z.object({ name: z.string(), version: z.string(), removed_at: z.date() }),
  )
}

/** Whether a remote was removed since then and not restored. The caller holds the lock of the remote. */
export async function findRemoval(
  trx: Transaction<Tables>,
  name: string,
  since: Date,
): Promise<{ id: number; version: string } | undefined> {
  return trx
    .selectFrom('remote_removals')
    .select(['id', 'version'])
    .where('name', '=', name)
    .where('restored_at', 'is', null)
    .where('removed_at', '>', since)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/**
 * Who publishes or activates: a person or a deploy token. Both are null when a server publishes its own build
 * at its start.
 */
export interface Author {
  person: string | null
  token: string | null
}

export interface StoredBuild extends Omit<RemoteBuild, 'uses' | 'shared'> {
  uses: BuildUses | undefined
  shared: Readonly<Record<string, string>> | undefined
  digest: string
  size: number
  files: number
  at: Date
  by: Author
}

/**
 * Inserts a published build. Returns false and changes nothing if the version exists. A version whose files
 * were removed is replaced.
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
    uses,
    shared,
    servedFrom,
  } = version
  const stored = splitManifest(manifest)
  const values = {
    served_from: servedFrom,
    uses: uses === undefined ? null : JSON.stringify(uses),
    shared: shared === undefined ? null : JSON.stringify(shared),
    integrity,
    manifest: JSON.stringify(stored.manifest),
    slots: stored.slots.length === 0 ? null : JSON.stringify(stored.slots),
    digest,
    manifest_integrity: manifestIntegrity,
    size,
    files,
    published_at: at,
  }
  const rest = {
    published_by: by.person,
    token: by.token,
    swept_at: null,
    tried_at: null,
    trial_failure: null,
  }
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
  /** Path within the build's folder, such as `assets/78.502a5bf1cb.js`. */
  path: string
  bytes: Buffer
  /** Hexadecimal. */
  sha256: string
}

/** Stores the files of a build that `insertVersion` inserted. */
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
 * The hashes that distinguish two builds of one version. Undefined if the version does not exist or its files
 * were removed.
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
 * A remote's history, oldest step first; empty once it was removed. Locks the remote until the transaction
 * ends, so activations of one remote run one after the other.
 */
export async function lockSteps(trx: Transaction<Tables>, name: string): Promise<DeploymentStep[]> {
  await trx.selectFrom('remote_versions').select('version').where('name', '=', name).forUpdate().execute()
  const rows = await trx
    .selectFrom('remote_steps')
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

/** True when a person or a token has activated this remote. */
export function isChosen(steps: readonly { reason: DeploymentAction }[]): boolean {
  return steps.some(({ reason }) => reason !== 'start')
}
