import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** How one submits to an agency, with the addresses, and the form of its permit numbers (decision 0165). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table authorities add column channels text[], add column submission_link text, add column submission_email text,
        add column counter_address text, add column mailing_address text, add column number_pattern text, add column number_example text`,
    )
    .execute(db)
  // The agency of every new portal whose numbers are known, unless the office changed its record.
  await sql`update authorities set number_pattern = '####-###### {BP|EP|MP|PP|DS}', number_example = '2015-000001 BP'
    where pid = '01M8AJDS00S3K5EQFC0BZJY0R1' and version = 1 and deleted_at is null`.execute(db)
}
