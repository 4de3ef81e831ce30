import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * A document that was received with no file was received on paper: the dialog called it so. One that was verified with no file is asked for
 * again, since a click on a missing document did that too. What was submitted stays as it was sent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update rts set checklist = (
      select jsonb_agg(case when item ->> 'state' = 'RECEIVED' and item ->> 'file' is null then item || '{"onPaper": true}' else item end order by place)
      from jsonb_array_elements(checklist) with ordinality items(item, place))
    where submitted_at is null and checklist @> '[{"state": "RECEIVED", "file": null}]'`.execute(db)
}
