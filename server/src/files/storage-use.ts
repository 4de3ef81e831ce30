import { Refusal, isAdministrator, maxListedOrganizations } from '@portal/contract'
import type { Actor, StorageUse } from '@portal/contract'
import { z } from 'zod'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import type { FileDeps } from './deps.ts'
import { byClientSql, countedSql } from './quotas.ts'

/**
 * Bytes stored per organization; the row without an organization is the office. Files of former members still
 * count for their organization.
 */
const usedText = `select u.org as pid, coalesce(sum(f.size), 0)::bigint as bytes,
    coalesce(sum(f.size) filter (where f.deleted_at is not null), 0)::bigint as deleted
  from files f join users u on u.pid = f.created_by where ${byClientSql} and u.org is not null and ${countedSql} group by u.org
  union all select null, coalesce(sum(f.size), 0)::bigint, coalesce(sum(f.size) filter (where f.deleted_at is not null), 0)::bigint
  from files f left join users u on u.pid = f.created_by where (u.pid is null or not ${byClientSql}) and ${countedSql}`

const titlesText = 'select pid, legal_name as title from orgs where pid = any($1)'
const mailText = 'select coalesce(sum(size_bytes), 0)::bigint as bytes from mail_messages'

const Used = z.object({ pid: z.string().nullable(), bytes: z.number(), deleted: z.number() })
type Used = z.infer<typeof Used>

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/**
 * `GET /config/storage`: bytes stored by office, clients and mail, their limits, and the free space.
 * Administrators only (403).
 */
export async function getStorageUse(deps: FileDeps, actor: Actor): Promise<StorageUse> {
  if (!isAdministrator(actor.role))
    throw new Refusal('forbidden', 'Only administrators can see storage usage.')
  const { database, disk } = deps
  const { limits } = await currentConfiguration(deps)
  const used = await database.query(usedText, [], Used)
  const [mail] = await database.query(mailText, [], z.object({ bytes: z.number() }))
  const space = await disk.read()
  const clients = used
    .flatMap(({ pid, bytes }) => (pid === null || bytes === 0 ? [] : [{ pid, bytes }]))
    .toSorted((a, other) => other.bytes - a.bytes || a.pid.localeCompare(other.pid))
  const largest = clients.slice(0, maxListedOrganizations)
  const named = await database.query(
    titlesText,
    [largest.map(({ pid }) => pid)],
    z.object({ pid: z.string(), title: z.string() }),
  )
  const titles = new Map(named.map(({ pid, title }) => [pid, title]))
  return {
    office: { bytes: used.find(({ pid }) => pid === null)?.bytes ?? 0, limit: limits.officeBytes },
    organizations: {
      bytes: sumOf(clients.map(({ bytes }) => bytes)),
      limit: limits.organizationBytes,
      count: clients.length,
      largest: largest.map(({ pid, bytes }) => ({ pid, title: titles.get(pid) ?? pid, bytes })),
    },
    deleted: sumOf(used.map(({ deleted }) => deleted)),
    mail: mail?.bytes ?? 0,
    disk: space,
  }
}
