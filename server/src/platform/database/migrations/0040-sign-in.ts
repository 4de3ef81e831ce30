import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // A session belongs to a person or to an access request; `id` names it in lists and opens nothing.
  'alter table sessions alter column user_pid drop not null',
  'alter table sessions add column request_pid text',
  "alter table sessions add column stage text not null default 'full' check (stage in ('full', 'pre'))",
  'alter table sessions add column id text',
  'update sessions set id = md5(token_hash)',
  'alter table sessions alter column id set not null',
  'alter table sessions add constraint sessions_unique_id unique (id)',
  'alter table sessions add column address text',
  'alter table sessions add constraint sessions_holder check ((user_pid is null) <> (request_pid is null))',
  'create index on sessions (request_pid) where request_pid is not null',
  `create table access_requests (
    pid text primary key,
    name text not null,
    email text not null,
    organization text,
    state text not null check (state in ('PENDING', 'APPROVED', 'REJECTED')),
    created_at timestamptz not null,
    decided_at timestamptz,
    decided_by text,
    reason text,
    user_pid text,
    setup_hash text
  )`,
  'create index on access_requests (state, created_at desc)',
  `create table passkeys (
    id text primary key,
    pid text not null unique,
    user_pid text,
    request_pid text,
    user_handle text not null,
    public_key text not null,
    counter bigint not null,
    transports text[] not null,
    device_type text not null check (device_type in ('singleDevice', 'multiDevice')),
    backed_up boolean not null,
    aaguid text not null,
    name text not null,
    created_at timestamptz not null,
    last_used_at timestamptz,
    check ((user_pid is null) <> (request_pid is null))
  )`,
  'create index on passkeys (user_pid)',
  'create index on passkeys (request_pid) where request_pid is not null',
  `create table microsoft_identities (
    issuer text not null,
    tid text not null,
    oid text not null,
    user_pid text,
    request_pid text,
    name text not null,
    created_at timestamptz not null,
    last_used_at timestamptz,
    primary key (issuer, tid, oid),
    check ((user_pid is null) <> (request_pid is null))
  )`,
  'create index on microsoft_identities (user_pid)',
  // Challenges and Microsoft sign-ins under way: each is deleted by its first answer.
  `create table ceremonies (
    challenge text primary key,
    purpose text not null check (purpose in ('register', 'login', 'step-up')),
    bound_to text not null,
    user_handle text,
    expires_at timestamptz not null
  )`,
  'create index on ceremonies (expires_at)',
  `create table microsoft_flows (
    state_hash text primary key,
    bound_to text not null,
    purpose text not null check (purpose in ('sign-in', 'link', 'step-up')),
    nonce text not null,
    verifier text not null,
    return_to text not null,
    expires_at timestamptz not null
  )`,
  'create index on microsoft_flows (expires_at)',
  `create table personal_links (
    token_hash text primary key,
    user_pid text not null,
    kind text not null check (kind in ('invitation', 'enrolment')),
    created_at timestamptz not null,
    created_by text not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  'create index on personal_links (user_pid)',
  `create table recovery_codes (
    code_hash text primary key,
    user_pid text not null,
    created_at timestamptz not null,
    used_at timestamptz
  )`,
  'create index on recovery_codes (user_pid)',
  `create table audit (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    kind text not null,
    actor text,
    person text,
    request text,
    address text,
    user_agent text,
    detail jsonb not null
  )`,
  'create index on audit (at desc, id desc)',
  'create index on audit (person, at desc)',
  // What the audit reads of the history, without reading all of it.
  `create index history_audited on history (at desc, id desc)
    where collection in ('users', 'config') or (collection = 'files' and action in ('list', 'download'))`,
]

/** Who is who: passkeys, Microsoft identities, access requests, links, recovery codes, ceremonies under way, and the audit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
