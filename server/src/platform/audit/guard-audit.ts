import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'

/** Owns the audit tables; this role cannot log in. */
const owner = 'portal_audit'
const tables = ['audit', 'audit_chain', 'audit_anchor'] as const
const functions = [
  'chain_audit()',
  'refuse_audit_change()',
  'trim_audit(timestamptz, bigint, integer)',
] as const
/** Prevents two servers that start at the same time from transferring the ownership concurrently. */
const guardLock = 7_032_614

/** Runs statements in one transaction as a role that may create roles. */
type Administer = NonNullable<Database['administer']>

async function loginOf(
  kysely: Kysely<Tables>,
): Promise<{ name: string; isSuperuser: boolean; mayMakeRoles: boolean; isOwner: boolean }> {
  const { rows } = await sql<{
    name: string
    super: boolean
    roles: boolean
    own: boolean
  }>`select current_user as name, r.rolsuper as super,
      r.rolcreaterole as roles, coalesce((select c.relowner = r.oid from pg_class c where c.oid = to_regclass('audit')), false) as own
    from pg_roles r where r.rolname = current_user`.execute(kysely)
  const [row] = rows
  return {
    name: row?.name ?? '',
    isSuperuser: row?.super ?? false,
    mayMakeRoles: row?.roles ?? false,
    isOwner: row?.own ?? false,
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * Statements that transfer the tables to their owner role. The portal's login can then only read and insert
 * rows.
 */
function handOver(login: string, isMember: boolean): string[] {
  const user = quoted(login)
  return [
    `select pg_advisory_xact_lock(${guardLock})`,
    `do $$ begin if not exists (select 1 from pg_roles where rolname = '${owner}') then create role ${owner} nologin; end if; end $$`,
    ...(isMember ? [`grant ${owner} to ${user}`] : []),
    `do $$ begin execute format('grant create on schema %I to ${owner}', current_schema()); end $$`,
    ...tables.map((table) => `alter table ${table} owner to ${owner}`),
    ...functions.map((name) => `alter function ${name} owner to ${owner}`),
    ...tables.map((table) => `grant select${table === 'audit' ? ', insert' : ''} on ${table} to ${user}`),
    `grant select on sequence audit_id_seq to ${user}`,
    `do $$ begin execute format('revoke create on schema %I from ${owner}', current_schema()); end $$`,
    ...(isMember ? [`revoke ${owner} from ${user}`] : []),
  ]
}

/** Statements that transfer the tables back to the login, so that a migration can change them. */
function takeBack(login: string, isMember: boolean): string[] {
  const user = quoted(login)
  return [
    `select pg_advisory_xact_lock(${guardLock})`,
    ...(isMember ? [`grant ${owner} to ${user}`] : []),
    ...tables.map((table) => `alter table ${table} owner to ${user}`),
    // An earlier version has not all of the functions yet.
    ...functions.map(
      (name) =>
        `do $$ begin if to_regprocedure('${name}') is not null then alter function ${name} owner to ${user}; end if; end $$`,
    ),
    ...(isMember ? [`revoke ${owner} from ${user}`] : []),
  ]
}

const byLogin =
  (kysely: Kysely<Tables>): Administer =>
  (statements) =>
    kysely.transaction().execute(async (trx) => {
      for (const statement of statements) await sql.raw(statement).execute(trx)
    })

const isRefused = (error: unknown) => error instanceof Error && 'code' in error && error.code === '42501'

/** Transfers the audit tables back to the portal's login before migrations run. */
export async function releaseAudit({ kysely, administer }: Database): Promise<void> {
  const login = await loginOf(kysely)
  const { rows } = await sql<{
    owned: boolean
  }>`select exists (select 1 from pg_class c join pg_roles r on r.oid = c.relowner
    where c.oid = to_regclass('audit') and r.rolname = ${owner}) as owned`.execute(kysely)
  if (rows[0]?.owned !== true) return
  await (administer ?? byLogin(kysely))(takeBack(login.name, administer === undefined))
}

/**
 * Restricts the portal's login to reading and inserting audit rows: the tables belong to a separate role, if
 * that role can be created. Otherwise only triggers prevent changes, and the owner of the tables could
 * disable them. In that case `say` prints a warning.
 */
export async function guardAudit(
  { kind, kysely, administer }: Database,
  say: (line: string) => void,
): Promise<void> {
  // PGlite has only one user.
  if (kind === 'pglite') return
  const login = await loginOf(kysely)
  if (administer === undefined && (login.isSuperuser || !login.mayMakeRoles)) {
    const why = login.isSuperuser ? 'is a superuser' : 'may not create roles'
    say(
      `The login of DATABASE_URL ${why}: the audit is kept from changes by triggers alone, which this login could switch off.`,
    )
    return
  }
  try {
    await (administer ?? byLogin(kysely))(handOver(login.name, administer === undefined))
  } catch (error) {
    if (administer !== undefined || !isRefused(error)) throw error
    say(
      'The login of DATABASE_URL may not give the audit to a role of its own: it is kept from changes by triggers alone.',
    )
  }
}
