import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** One text for all a row says. `audit/verify-audit.ts` reads the same expression, without this function. */
const content = `jsonb_build_array(a.id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), a.kind, a.actor, a.person, a.request,
  a.address, a.user_agent, a.detail)::text`

const audited = "collection in ('users', 'config') or (collection = 'files' and action in ('list', 'download'))"
const ruled = "('role', 'orgRole', 'org', 'status')"

/** What of the history `h` belongs to the audit, as a row of it. */
const fromHistory = `select h.at, case h.collection when 'users' then 'role-changed' when 'config' then 'configuration-changed' else 'restricted-read' end,
    h.actor, case when h.collection = 'users' then h.pid end,
    case h.collection
      when 'users' then jsonb_build_object('action', h.action, 'changes', (select coalesce(jsonb_agg(c), '[]'::jsonb)
        from jsonb_array_elements(h.changes) c where c->>'field' in ('role', 'orgRole', 'org', 'status', 'reason')))
      when 'config' then jsonb_build_object('version', h.version, 'changes', h.changes)
      else jsonb_build_object('action', h.action, 'file', h.pid) end`
const counts = `(h.collection <> 'users' or h.action in ('create', 'delete', 'restore') or exists (
    select 1 from jsonb_array_elements(h.changes) c where c->>'field' in ${ruled}))`

const statements = [
  `create table audit_chain (
    position bigint primary key,
    audit bigint not null unique,
    hash text not null
  )`,
  // Where the chain begins: the place before its first row, and the hash that row covers. Retention moves it forward.
  `create table audit_anchor (
    id int primary key default 1 check (id = 1),
    position bigint not null,
    hash text not null
  )`,
  `insert into audit_anchor (position, hash) values (0, repeat('0', 64))`,

  `insert into audit (at, kind, actor, person, detail) ${fromHistory} from history h where (${audited.replaceAll(/\b(collection|action)\b/g, 'h.$1')}) and ${counts} order by h.id`,
  `do $$
    declare
      a audit;
      last text := repeat('0', 64);
      place bigint := 0;
    begin
      for a in select * from audit order by id loop
        place := place + 1;
        last := encode(sha256(convert_to(last || chr(10) || ${content}, 'UTF8')), 'hex');
        insert into audit_chain (position, audit, hash) values (place, a.id, last);
      end loop;
    end $$`,

  // A row gets its place when its transaction commits, so that nobody waits for a lock while they still work.
  `create function chain_audit() returns trigger language plpgsql security definer set search_path from current as $$
    declare
      last record;
      content text;
    begin
      perform pg_advisory_xact_lock(7032612);
      select c.position, c.hash into last from audit_chain c order by c.position desc limit 1;
      if not found then
        select b.position, b.hash into last from audit_anchor b;
      end if;
      select ${content} into content from (select new.*) a;
      insert into audit_chain (position, audit, hash)
      values (last.position + 1, new.id, encode(sha256(convert_to(last.hash || chr(10) || content, 'UTF8')), 'hex'));
      return null;
    end $$`,
  `create constraint trigger chain_audit after insert on audit deferrable initially deferred for each row execute function chain_audit()`,

  `create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'Rows of % are only ever added.', tg_table_name using errcode = 'insufficient_privilege';
    end $$`,
  ...['audit', 'audit_chain', 'audit_anchor'].flatMap((table) => [
    `create trigger ${table}_only_added before update or delete on ${table} for each row execute function refuse_audit_change()`,
    `create trigger ${table}_not_emptied before truncate on ${table} for each statement execute function refuse_audit_change()`,
  ]),

  // Roles of people, the configuration and looks into the restricted folder are written to the history with the change itself.
  `create function audit_history() returns trigger language plpgsql as $$
    begin
      insert into audit (at, kind, actor, person, detail) ${fromHistory} from (select new.*) h where ${counts};
      return null;
    end $$`,
  `create trigger audit_history after insert on history for each row
    when (${audited.replaceAll(/\b(collection|action)\b/g, 'new.$1')}) execute function audit_history()`,

  'create index on audit (kind, at desc, id desc)',

  // How far the trail was sent, by destination.
  'create table audit_sent (destination text primary key, position bigint not null)',
]

/** The audit as a chain: each row's hash covers the one before it. What was read from the history is copied, and follows it from now on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
