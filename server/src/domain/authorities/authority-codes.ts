import { toCodes } from '@portal/contract'
import type { Codes } from '@portal/contract'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'

const Row = z.object({ code: z.string(), label: z.string() })

/** The short codes of the authorities with their names, as a code table. */
export async function authorityCodes({ database }: { database: Database }): Promise<Codes> {
  const rows = await database.query(
    'select short_code as code, name as label from authorities where deleted_at is null order by seq',
    [],
    Row,
  )
  return toCodes(rows)
}
