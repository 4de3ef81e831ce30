import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // Third-party apps that administrators registered.
  `create table apps (
    pid text primary key,
    version integer not null default 1,
    created_at timestamptz not null,
    created_by text not null,
    updated_at timestamptz not null,
    updated_by text not null,
    deleted_at timestamptz,
    name_en text not null,
    name_es text not null,
    owner text not null,
    address text not null,
    roles text[] not null,
    page boolean not null,
    collections text[] not null,
    scopes text[] not null,
    is_active boolean not null
  )`,
  // What a person agreed to: the origin and the scopes that they were shown.
  `create table app_grants (
    app text not null references apps (pid),
    person text not null,
    origin text not null,
    scopes text[] not null,
    granted_at timestamptz not null,
    withdrawn_at timestamptz,
    primary key (app, person)
  )`,
  `create table app_calls (
    app text not null references apps (pid),
    person text not null,
    day date not null,
    method text not null,
    collection text not null,
    calls integer not null,
    refused integer not null,
    last_at timestamptz not null,
    primary key (app, person, day, method, collection)
  )`,
  // A change of an app counts like an activation, so that every server sees it with the next request.
  `create trigger app_counted after insert or update on apps
    for each statement execute function count_activation()`,
]

/** Third-party apps, what people allow them, and what they called. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
