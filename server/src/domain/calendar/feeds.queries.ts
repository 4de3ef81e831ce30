import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { isOpenText } from '#platform/auth/demo-people.ts'
import type { PlatformDeps } from '#platform/deps.ts'

/** Minimum time between two updates of the last use, so that most reads write nothing. */
const touchAfterMs = 60_000

const FeedRow = z.object({
  id: z.string(),
  user_pid: z.string(),
  view: z.string().nullable(),
  created_at: z.date(),
  last_used_at: z.date().nullable(),
})
type FeedRow = z.infer<typeof FeedRow>

const columns = 'f.id, f.user_pid, f.view, f.created_at, f.last_used_at'

/** The feeds of a person, newest first. */
export function listFeedRows(database: Database, person: string): Promise<FeedRow[]> {
  const text = `select ${columns} from calendar_feeds f where f.user_pid = $1 order by f.created_at desc, f.id desc`
  return database.query(text, [person], FeedRow)
}

const findTexts = {
  demo: `select ${columns} from calendar_feeds f where f.token_hash = $1`,
  real: `select ${columns} from calendar_feeds f where f.token_hash = $1 and ${isOpenText({ demo: false }, 'f.user_pid')}`,
} as const

/** The feed of a token. Outside demo mode, feeds of demo accounts do not exist. */
export async function findFeedRow(
  { database, environment }: Pick<PlatformDeps, 'database' | 'environment'>,
  tokenHash: string,
): Promise<FeedRow | undefined> {
  const [row] = await database.query(findTexts[environment.demo ? 'demo' : 'real'], [tokenHash], FeedRow)
  return row
}

/** Records that a feed was read. */
export async function touchFeed(
  database: Database,
  { id, last_used_at: last }: FeedRow,
  now: Date,
): Promise<void> {
  if (last !== null && now.getTime() - last.getTime() < touchAfterMs) return
  await database.query('update calendar_feeds set last_used_at = $2 where id = $1', [id, now])
}
