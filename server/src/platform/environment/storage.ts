import { resolve } from 'node:path'
import { z } from 'zod'
import { weaknessOf } from './secret-strength.ts'
import { StartRefusal } from './start-refusal.ts'
import { requiredTogether, httpUrl, text, toList, toggle } from './variable-types.ts'

const isServerUrl = (value: string) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value)
const isDatabaseUrl = (value: string) => value.startsWith('pglite:') || isServerUrl(value)

const clamdAddress = 'must be tcp://host:port or unix:/path of a socket'

/** The database, the file store with its scanner, and the key that signs and encrypts their content. */
export const storageVariables = {
  DATABASE_URL: z
    .string()
    .refine(isDatabaseUrl, 'must begin with postgres:// or be pglite:')
    .optional()
    .meta({
      description:
        '`postgres://...` (15 or newer; off this machine with `?sslmode=verify-full`), or `pglite:` (PGlite in memory), or `pglite:///folder`',
      absent: 'none: embedded PostgreSQL in `DATA_DIR`',
    }),
  DATABASE_READ_URL: z.string().refine(isServerUrl, 'must begin with postgres://').optional().meta({
    description:
      'one standby of `DATABASE_URL`, for lists, records, searches and counts ([scale.md](scale.md))',
    absent: 'none: the primary reads everything',
  }),
  S3_ENDPOINT: httpUrl.optional().meta({
    description: "address of the bucket's server; needs the next four, `S3_REGION` excepted",
    absent: 'none: files in `DATA_DIR/files`',
  }),
  S3_BUCKET: text.optional().meta({ description: 'name of the bucket' }),
  S3_REGION: text.default('us-east-1').meta({ description: 'region of the bucket' }),
  S3_ACCESS_KEY_ID: text.optional().meta({ description: 'key of the bucket' }),
  S3_SECRET_ACCESS_KEY: text.optional().meta({ description: 'secret of that key' }),
  CLAMD_URL: z
    .string()
    .regex(/^(tcp:\/\/[A-Za-z0-9.:[\]-]+|unix:\/[^\0]+)$/, clamdAddress)
    .refine((value) => URL.canParse(value), clamdAddress)
    .optional()
    .meta({
      description: "ClamAV's daemon, `tcp://host:port` or `unix:/path`",
      absent: 'none: files are not scanned',
    }),
  REQUIRE_SCAN: toggle.default('0').meta({
    description:
      '`1`: nothing is kept or handed out that the scanner has not called clean; needs `CLAMD_URL`',
  }),
  ADOPT_STORE: toggle.default('0').meta({
    description:
      '`1`, for one start: database and file store belong together, and the next sweep may take what it finds',
  }),
  SECRET_KEYS_OLD: text.optional().meta({
    description:
      'comma list of former keys, which still open what was sealed and signed with them (decision 0040)',
  }),
  SECRET_KEY: z
    .string()
    .min(32, 'must have at least 32 characters, for example from `openssl rand -base64 32`')
    .superRefine((value, context) => {
      const weakness = weaknessOf(value)
      if (weakness !== null)
        context.addIssue(
          `is easily guessed: ${weakness}. Make one, for example by \`openssl rand -base64 32\``,
        )
    })
    .optional()
    .meta({
      description:
        'signs addresses and seals stored secrets; required with `DATABASE_URL`; a weak one is refused',
      absent: 'none: made in `DATA_DIR`',
    }),
}
const Storage = z.object(storageVariables)

export type DatabaseChoice =
  | { kind: 'embedded' }
  | { kind: 'server'; url: string }
  /** PGlite in the server process; in memory if `folder` is null. */
  | { kind: 'pglite'; folder: string | null }

export interface StorageEnvironment {
  database: DatabaseChoice
  /** A standby of the database, for reads; null = none. */
  databaseReadUrl: string | null
  s3: {
    endpoint: string
    bucket: string
    region: string
    accessKeyId: string
    secretAccessKey: string
  } | null
  /** The ClamAV daemon that scans all uploads and incoming mail; null = no scanning. */
  clamdUrl: string | null
  /** Whether only files that the scanner found clean are stored and served. */
  requireScan: boolean
  /** Whether this start accepts the file store for this database even if their identity marks differ. */
  adoptStore: boolean
  /** SECRET_KEY; null = a key is created in the data folder. */
  secretKey: string | null
  /** Former keys. They decrypt and verify existing data; new data uses only `secretKey`. */
  oldSecretKeys: readonly string[]
}

function toDatabaseChoice(url: string | undefined): DatabaseChoice {
  if (url === undefined) return { kind: 'embedded' }
  if (!url.startsWith('pglite:')) return { kind: 'server', url }
  const folder = url.slice('pglite:'.length).replace(/^\/\//, '')
  return { kind: 'pglite', folder: folder === '' || folder === 'memory' ? null : resolve(folder) }
}

function toBucket(variables: z.infer<typeof Storage>): StorageEnvironment['s3'] {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = variables
  const given = requiredTogether({ S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY })
  return given === null
    ? null
    : {
        endpoint: given.S3_ENDPOINT,
        bucket: given.S3_BUCKET,
        region: variables.S3_REGION,
        accessKeyId: given.S3_ACCESS_KEY_ID,
        secretAccessKey: given.S3_SECRET_ACCESS_KEY,
      }
}

export function toStorageEnvironment(variables: z.infer<typeof Storage>): StorageEnvironment {
  const database = toDatabaseChoice(variables.DATABASE_URL)
  if (database.kind === 'server' && variables.SECRET_KEY === undefined) {
    throw new StartRefusal(
      'SECRET_KEY is missing: with DATABASE_URL several servers may share one database and must share this key (at least 32 characters).',
    )
  }
  if (database.kind !== 'server' && variables.DATABASE_READ_URL !== undefined)
    throw new StartRefusal('DATABASE_READ_URL names a standby of DATABASE_URL, which is missing.')
  const [clamdUrl, requireScan] = [variables.CLAMD_URL ?? null, variables.REQUIRE_SCAN === '1']
  if (requireScan && clamdUrl === null) {
    throw new StartRefusal(
      'CLAMD_URL is missing: with REQUIRE_SCAN=1 no file is kept or handed out that ClamAV has not called clean.',
    )
  }
  return {
    database,
    databaseReadUrl: variables.DATABASE_READ_URL ?? null,
    s3: toBucket(variables),
    clamdUrl,
    requireScan,
    adoptStore: variables.ADOPT_STORE === '1',
    secretKey: variables.SECRET_KEY ?? null,
    oldSecretKeys: toList(variables.SECRET_KEYS_OLD),
  }
}
