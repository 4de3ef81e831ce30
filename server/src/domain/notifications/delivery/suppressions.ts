import { Refusal, addressKey } from '@portal/contract'
import type { Say } from '@portal/contract'
import type { SuppressedAddresses } from '@portal/contract/notifications'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import { readStoredText } from '#platform/language/stored-message.ts'

const maxListed = 500

/** Why an address gets no notifications; null when it gets them. */
export async function findSuppression(trx: Transaction<Tables>, address: string): Promise<string | null> {
  const row = await trx
    .selectFrom('mail_suppressions')
    .select('detail')
    .where('address', '=', addressKey(address))
    .executeTakeFirst()
  return row?.detail ?? null
}

/** Stops notifications to an address, because mail to it came back for good. `detail` is a stored text. */
export async function suppress(
  trx: Transaction<Tables>,
  address: string,
  detail: string,
  since: Date,
): Promise<void> {
  await trx
    .insertInto('mail_suppressions')
    .values({ address: addressKey(address), detail, since })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .execute()
}

const Row = z.object({ address: z.string(), detail: z.string(), since: z.date() })

/** The suppressed addresses, with what the mail server answered in the reader's words. */
export async function listSuppressed(database: Database, say: Say): Promise<SuppressedAddresses> {
  const rows = await database.query(
    `select address, detail, since from mail_suppressions order by since desc, address limit ${maxListed}`,
    [],
    Row,
  )
  const [total] = await database.query(
    'select count(*)::int as count from mail_suppressions',
    [],
    z.object({ count: z.number() }),
  )
  return {
    addresses: rows.map(({ address, detail, since }) => ({
      address,
      detail: readStoredText(detail, say),
      since: since.toISOString(),
    })),
    count: total?.count ?? rows.length,
  }
}

/** An administrator lifts a suppression: the address gets notifications again. Throws 404. */
export async function liftSuppression(trx: Transaction<Tables>, address: string): Promise<void> {
  const lifted = await trx
    .deleteFrom('mail_suppressions')
    .where('address', '=', addressKey(address))
    .returning('address')
    .executeTakeFirst()
  if (lifted === undefined) throw new Refusal('not-found', 'This address is not suppressed.')
}
