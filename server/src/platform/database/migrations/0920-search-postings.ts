import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** The words of written texts, as in migration 0545. */
const wordsWritten = `select distinct left(w.word, 64) as word from written n, string_to_table(n.t, ' ') w(word)
    where length(w.word) >= 3 and left(w.word, 3) !~ '[0-9]'`

/** Notes records whose posting lists are out of date, for a table that has any. */
const noteUnindexed = (seqs: string) => `if exists (select from search_segments s where s.record_table = tg_argv[0]) then
      insert into search_unindexed (record_table, seq) ${seqs};
    end if;`

const statements = [
  `create table search_segments (
    record_table text not null, segment integer not null, builds integer not null default 0, primary key (record_table, segment))`,
  `create table search_postings (
    record_table text not null, kind text not null, word text collate "C" not null, segment integer not null, rows bytea not null,
    primary key (record_table, kind, word, segment))`,
  // Bitmaps hardly become smaller, and reading them would cost more.
  'alter table search_postings alter column rows set storage external',
  `create index search_postings_trigrams on search_postings using gin (word gin_trgm_ops) where kind <> 'standing'`,
  'create table search_unindexed (record_table text not null, seq bigint not null)',
  'create index search_unindexed_by_row on search_unindexed (record_table, seq)',
  `create or replace function note_search_words() returns trigger language plpgsql as $$ begin
    insert into search_words (record_table, word) select tg_argv[0], found.word from (${wordsWritten}) found
      where not exists (select 1 from search_words s where s.record_table = tg_argv[0] and s.word = found.word);
    ${noteUnindexed('select tg_argv[0], n.seq from written n')}
    return null;
  end $$`,
  `create function note_unindexed() returns trigger language plpgsql as $$ begin
    ${noteUnindexed('values (tg_argv[0], old.seq)')}
    return null;
  end $$`,
  `create trigger permits_unindexed_on_update after update on permits for each row
    when (old.bucket is distinct from new.bucket or old.status is distinct from new.status
      or (old.deleted_at is null) is distinct from (new.deleted_at is null))
    execute function note_unindexed('permits')`,
  `create trigger permits_unindexed_on_delete after delete on permits for each row execute function note_unindexed('permits')`,
]

/**
 * Posting lists of the words of search texts, for tables of many records (decision 0175): for each word the rows of
 * each segment of 65,536 `seq`. Records in `search_unindexed` have changed since their segment was built.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
