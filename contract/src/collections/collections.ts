import { authorities } from './authorities.ts'
import { contacts } from './contacts.ts'
import { permits, processed } from './permits.ts'
import { alerts, notifications } from './messages.ts'
import { orgs } from './orgs.ts'
import { payments } from './payments.ts'
import { rts } from './rts.ts'
import { ctasks, tasks } from './tasks.ts'
import { users } from './users.ts'
import { collectionNames } from './names.ts'
import type { CollectionName, TableName } from './names.ts'
import { readOneScope } from './declaration.ts'
import type { Declaration } from './declaration.ts'

/** Every collection by its API name. */
export const collections = {
  alerts,
  users,
  tasks,
  ctasks,
  permits,
  payments,
  notifications,
  orgs,
  rts,
  processed,
  contacts,
  authorities,
} satisfies Record<CollectionName, Declaration>

/** The declaration with that name; undefined when there is none. */
export function findCollection(name: string): Declaration | undefined {
  const known = collectionNames.find((collectionName) => collectionName === name)
  return known === undefined ? undefined : collections[known]
}

/**
 * Whether clients can read records of this collection. Fields added to it are masked by default (contract.md
 * 11.3).
 */
export function isReadByClients(name: CollectionName): boolean {
  return readOneScope(collections[name], { pid: '', role: 'client', org: '' }) !== 'closed'
}

/** One declaration per table: the projection that has the table's name. */
export const tables = {
  alerts,
  users,
  tasks,
  permits,
  payments,
  notifications,
  orgs,
  rts,
  contacts,
  authorities,
} satisfies Record<TableName, Declaration>
