import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const tables = ['alerts', 'authorities', 'contacts', 'notifications', 'orgs', 'payments', 'permits', 'rts', 'tasks', 'users']

/**
 * The words of search texts, cut to 64 characters. Words with a digit among their first three characters are numbers, of which every record has its own; they
 * are looked for in the texts. Shorter words are never matched with a typo.
 */
const wordsOf = (texts: string) => `select distinct left(w.word, 64) as word from ${texts} n, string_to_table(n.t, ' ') w(word)
    where length(w.word) >= 3 and left(w.word, 3) !~ '[0-9]'`

const statements = [
  'create table search_words (record_table text not null, word text collate "C" not null)',
  // Not unique: two writers of one new word must not wait for each other. A word that stands twice is harmless.
  'create index search_words_by_word on search_words (record_table, word)',
  'create index search_words_trigrams on search_words using gin (word gin_trgm_ops)',
  `create function note_search_words() returns trigger language plpgsql as $$ begin
    insert into search_words (record_table, word) select tg_argv[0], found.word from (${wordsOf('written')}) found
      where not exists (select 1 from search_words s where s.record_table = tg_argv[0] and s.word = found.word);
    return null;
  end $$`,
  ...tables.flatMap((table) => [
    ...(['insert', 'update'] as const).map(
      (event) => `create trigger ${table}_words_on_${event} after ${event} on ${table}_text referencing new table as written
        for each statement execute function note_search_words('${table}')`,
    ),
    `insert into search_words (record_table, word) select '${table}', found.word from (${wordsOf(`${table}_text`)}) found`,
  ]),
  'analyze search_words',
]

/** A vocabulary, so that a mistyped word is compared with words and not with records. Every write of a search text keeps it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
