import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'

/**
 * Generates artificial words with natural lengths and variety, the same in every run. Each word occurs in
 * about one of sixty messages.
 */
function vocabulary(size: number): string[] {
  let state = 7
  const draw = (letters: string) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return letters[(state >>> 16) % letters.length] ?? ''
  }
  const syllable = () => draw('bcdfghjklmnprstvwz') + draw('aeiouy') + draw('lmnrst')
  return [
    ...new Set(
      Array.from({ length: size }, () => syllable() + syllable() + (state % 2 === 0 ? syllable() : '')),
    ),
  ]
}

/** `inbox` gets nine of ten messages; every fifth message has an attachment. */
const fillText = `with drawn as materialized (
    select n, (select string_agg(($2::text[])[1 + floor(random() * $3)::int + i * 0], ' ') from generate_series(n, n + 89) i) as words,
      ($2::text[])[1 + floor(random() * $3)::int + n * 0] as person
    from generate_series(1, $4::int) n),
  made as (
    insert into mail_messages (id, mailbox, folder, conversation_id, message_id, subject, from_name, from_address, people, headers, preview, text, html,
      received_at, is_read, flag, search_text, from_text, to_text, subject_text)
    select 'bench' || n, $5, case when n % 10 = 0 then 'archive' else 'inbox' end, 'bench' || (n / 3), n || '@bench.example', split_part(words, ' ', 1) || ' ' || n,
      person, person || '@bench.example', jsonb_build_object('to', jsonb_build_array(jsonb_build_object('name', 'Reader', 'address', $1::text)), 'cc', '[]'::jsonb, 'bcc', '[]'::jsonb, 'replyTo', '[]'::jsonb),
      '[]', left(words, 200), words, '<p>' || words || '</p>', now() - n * interval '3 minutes', n % 7 <> 0, n % 50 = 0,
      split_part(words, ' ', 1) || ' ' || n || ' ' || person || ' ' || person || '@bench.example reader ' || $1 || ' ' || words,
      person || ' ' || person || '@bench.example', 'reader ' || $1, split_part(words, ' ', 1) || ' ' || n
    from drawn order by n desc returning seq, id)
  insert into mail_attachments (id, message_seq, name, mime_type, size, content_id, store_key)
    select 'file' || seq, seq, 'plan.pdf', 'application/pdf', 1000, null, md5(id) from made where seq % 5 = 0`

/**
 * Inserts `count` messages into one embedded mailbox of the portal at `dataDir`. Returns words to search for.
 */
export async function fillMailbox(
  dataDir: string,
  { pid, email }: { pid: string; email: string },
  count: number,
): Promise<string[]> {
  const host = readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
  const secrets = z
    .object({ portal: z.string() })
    .parse(JSON.parse(readFileSync(join(dataDir, 'database.secret'), 'utf8')))
  const client = new pg.Client({ host, user: 'portal', database: 'portal', password: secrets.portal })
  await client.connect()
  try {
    const words = vocabulary(5_000)
    await client.query('set statement_timeout = 0')
    await client.query(fillText, [email.toLowerCase(), words, words.length, count, pid])
    await client.query('vacuum analyze mail_messages')
    await client.query('vacuum analyze mail_attachments')
    return words.filter((_, n) => n % 100 === 0)
  } finally {
    await client.end()
  }
}
