import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { missingMigrations } from '#platform/database/migrate.ts'
import type { Tables } from '#platform/database/tables.ts'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import { advisoryLocks } from '#platform/database/advisory-locks.ts'

/** Owns the audit tables; this role cannot log in. */
const owner = 'portal_audit'
const tables = ['audit', 'audit_chain', 'audit_anchor'] as const
const functions = [
  'chain_audit()',
  'refuse_audit_change()',
  'trim_audit(timestamptz, bigint, integer)',
] as const
/** Prevents two servers that start at the same time from transferring the ownership concurrently. */
const guardLock = advisoryLocks.auditGuard

/** Runs statements in one transaction as a role that may create roles. */
type RunAsAdministrator = NonNullable<Database['administer']>

async function loginOf(
  kysely: Kysely<Tables>,
): Promise<{ name: string; isSuperuser: boolean; canCreateRoles: boolean }> {
  const { rows } = await sql<{
    name: string
    isSuperuser: boolean
    canCreateRoles: boolean
  }>`select rolname as name, rolsuper as "isSuperuser", rolcreaterole as "canCreateRoles"
    from pg_roles where rolname = current_user`.execute(kysely)
  return rows[0] ?? { name: '', isSuperuser: false, canCreateRoles: false }
}

/** Whether the audit tables belong to their owner role. */
async function isGuarded(kysely: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{
    owned: boolean
  }>`select exists (select 1 from pg_class c join pg_roles r on r.oid = c.relowner
    where c.oid = to_regclass('audit') and r.rolname = ${owner}) as owned`.execute(kysely)
  return rows[0]?.owned === true
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * Statements that transfer the tables to their owner role. The login can then read the tables and insert into
 * `audit`; the chain and the retention write through functions that run as the owner. PostgreSQL lets a login
 * give tables only to a role that it belongs to and that may create in the schema: with `isByLogin` the login
 * belongs to the owner role for this transaction.
 */
function guardStatements(login: string, isByLogin: boolean): string[] {
  const user = quoted(login)
  return [
    `select pg_advisory_xact_lock(${guardLock})`,
    `do $$ begin if not exists (select 1 from pg_roles where rolname = '${owner}') then create role ${owner} nologin; end if; end $$`,
    ...(isByLogin ? [`grant ${owner} to ${user}`] : []),
    `do $$ begin execute format('grant create on schema %I to ${owner}', current_schema()); end $$`,
    ...tables.map((table) => `alter table ${table} owner to ${owner}`),
    ...functions.map((name) => `alter function ${name} owner to ${owner}`),
    ...tables.map((table) => `grant select${table === 'audit' ? ', insert' : ''} on ${table} to ${user}`),
    `grant select on sequence audit_id_seq to ${user}`,
    `do $$ begin execute format('revoke create on schema %I from ${owner}', current_schema()); end $$`,
    ...(isByLogin ? [`revoke ${owner} from ${user}`] : []),
  ]
}

/** Statements that transfer the tables back to the login, so that a migration can change them. */
function releaseStatements(login: string, isByLogin: boolean): string[] {
  const user = quoted(login)
  return [
    `select pg_advisory_xact_lock(${guardLock})`,
    ...(isByLogin ? [`grant ${owner} to ${user}`] : []),
    ...tables.map((table) => `alter table ${table} owner to ${user}`),
    // A database of an earlier release may lack some of these functions.
    ...functions.map(
      (name) =>
        `do $$ begin if to_regprocedure('${name}') is not null then alter function ${name} owner to ${user}; end if; end $$`,
    ),
    ...(isByLogin ? [`revoke ${owner} from ${user}`] : []),
  ]
}

const runAsLogin =
  (kysely: Kysely<Tables>): RunAsAdministrator =>
  (statements) =>
    kysely.transaction().execute(async (trx) => {
      for (const statement of statements) await sql.raw(statement).execute(trx)
    })

/** `insufficient_privilege` of PostgreSQL. */
const isPermissionDenied = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '42501'

/**
 * Transfers the audit tables back to the portal's login when migrations are about to run. Throws a
 * StartRefusal if the login is not allowed to do so.
 */
export async function releaseAudit({ kysely, administer }: Database): Promise<void> {
  if (!(await isGuarded(kysely)) || (await missingMigrations(kysely)).length === 0) return
  const { name } = await loginOf(kysely)
  try {
    await (administer ?? runAsLogin(kysely))(releaseStatements(name, administer === undefined))
  } catch (error) {
    if (!isPermissionDenied(error)) throw error
    throw new StartRefusal(
      `The login in DATABASE_URL (${name}) is not allowed to take the audit tables back from the role ${owner}, so the migrations cannot run. Start the server with the login that set the portal up, or let a superuser run: grant ${owner} to ${quoted(name)} with admin option.`,
      { cause: error },
    )
  }
}

/**
 * Restricts the portal's login to reading and inserting audit rows: the tables belong to a separate role, if
 * that role can be created. Otherwise only triggers prevent changes, and the owner of the tables could
 * disable them. In that case `warn` gets a warning.
 */
export async function guardAudit(
  { kind, kysely, administer }: Database,
  warn: (line: string) => void,
): Promise<void> {
  // PGlite has only one user.
  if (kind === 'pglite' || (await isGuarded(kysely))) return
  const login = await loginOf(kysely)
  if (administer === undefined && (login.isSuperuser || !login.canCreateRoles)) {
    const why = login.isSuperuser ? 'is a superuser' : 'is not allowed to create roles'
    warn(
      `The login in DATABASE_URL ${why}: only triggers protect the audit from changes, and this login could disable them. Use a login with CREATEROLE that is no superuser.`,
    )
    return
  }
  try {
    await (administer ?? runAsLogin(kysely))(guardStatements(login.name, administer === undefined))
  } catch (error) {
    // The role exists already and belongs to another login.
    if (administer !== undefined || !isPermissionDenied(error)) throw error
    warn(
      `The login in DATABASE_URL is not allowed to transfer the audit tables to the role ${owner}: only triggers protect the audit from changes.`,
    )
  }
}
