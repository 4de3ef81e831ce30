import { resolve } from 'node:path'
import { z } from 'zod'
import { StartRefusal } from './start-refusal.ts'
import { httpUrl, requiredTogether, text, toggle, wholeNumberVariable } from './variable-types.ts'

const bucketAddress = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/([A-Za-z0-9._/-]*))?$/

/** Where backups go, how often, how long they are kept, and the key that encrypts them. */
export const backupVariables = {
  BACKUP_TO: text.optional().meta({
    description: 'where scheduled backups go: a folder, or `s3://bucket/prefix` ([backup.md](backup.md))',
    absent: 'none: by command alone',
  }),
  BACKUP_KEY: z.string().min(16, 'must have at least 16 characters').optional().meta({
    description:
      'encrypts backups; at least 16 characters. Without it a backup cannot be opened, so keep it elsewhere too',
    absent: 'none: not encrypted',
  }),
  BACKUP_EVERY_HOURS: wholeNumberVariable
    .default(24)
    .meta({ description: 'hours between two scheduled backups; `0` = off' }),
  BACKUP_KEEP: wholeNumberVariable
    .default(14)
    .meta({ description: 'number of backups that are kept at `BACKUP_TO`; `0` = all' }),
  BACKUP_RATE_MB: wholeNumberVariable.default(32).meta({
    description: 'megabytes per second that a backup reads at most, so that pages stay fast; `0` = no limit',
  }),
  BACKUP_LOG: toggle.default('1').meta({
    description:
      'with the embedded PostgreSQL: its log is archived beside the last backup, for `restore <backup> --at <instant>`',
  }),
  BACKUP_S3_ENDPOINT: httpUrl.optional().meta({
    description:
      'address of the server of a bucket for backups; needs the next three, `BACKUP_S3_REGION` excepted',
  }),
  BACKUP_S3_REGION: text.default('us-east-1').meta({ description: 'region of that bucket' }),
  BACKUP_S3_ACCESS_KEY_ID: text.optional().meta({ description: 'key of that bucket' }),
  BACKUP_S3_SECRET_ACCESS_KEY: text.optional().meta({ description: 'secret of that key' }),
}
const Backup = z.object(backupVariables)

/** Access to the bucket of backups. */
export interface BackupAccount {
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export type BackupDestination =
  | { kind: 'folder'; path: string }
  | { kind: 'bucket'; bucket: string; prefix: string; account: BackupAccount }

export interface BackupEnvironment {
  /** Where the scheduled backups go; null = none are made. */
  backupTo: BackupDestination | null
  /** Encrypts backups; null = not encrypted. */
  backupKey: string | null
  /** 0 = only by command. */
  backupEveryHours: number
  /** Number of backups that are kept; 0 = all. */
  backupKeep: number
  /** Bytes per second that a backup reads at most; 0 = no limit. */
  backupBytesPerSecond: number
  /** Whether the log of the embedded PostgreSQL is archived beside the last backup. */
  backupLog: boolean
  /** Access to a bucket that a command names. */
  backupAccount: BackupAccount | null
}

/** A folder, or `s3://bucket/prefix`. Throws a StartRefusal when it is a bucket without access to it. */
export function toBackupDestination(address: string, account: BackupAccount | null): BackupDestination {
  if (!address.startsWith('s3:')) return { kind: 'folder', path: resolve(address) }
  const [, bucket, prefix = ''] = bucketAddress.exec(address) ?? []
  if (bucket === undefined)
    throw new StartRefusal(`${address} is no address of a bucket, such as s3://backups/portal.`)
  if (account === null)
    throw new StartRefusal(
      'BACKUP_S3_ENDPOINT is missing: backups in a bucket need BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY.',
    )
  return { kind: 'bucket', bucket, prefix: prefix.replace(/\/+$/, ''), account }
}

export function toBackupEnvironment(variables: z.infer<typeof Backup>): BackupEnvironment {
  const { BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID, BACKUP_S3_SECRET_ACCESS_KEY } = variables
  const given = requiredTogether({
    BACKUP_S3_ENDPOINT,
    BACKUP_S3_ACCESS_KEY_ID,
    BACKUP_S3_SECRET_ACCESS_KEY,
  })
  const backupAccount =
    given === null
      ? null
      : {
          endpoint: given.BACKUP_S3_ENDPOINT,
          region: variables.BACKUP_S3_REGION,
          accessKeyId: given.BACKUP_S3_ACCESS_KEY_ID,
          secretAccessKey: given.BACKUP_S3_SECRET_ACCESS_KEY,
        }
  const to = variables.BACKUP_TO
  return {
    backupTo: to === undefined ? null : toBackupDestination(to, backupAccount),
    backupKey: variables.BACKUP_KEY ?? null,
    backupEveryHours: variables.BACKUP_EVERY_HOURS,
    backupKeep: variables.BACKUP_KEEP,
    backupBytesPerSecond: variables.BACKUP_RATE_MB * 1_000_000,
    backupLog: variables.BACKUP_LOG === '1',
    backupAccount,
  }
}
