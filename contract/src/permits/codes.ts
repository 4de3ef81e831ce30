import { z } from 'zod'
import type { Option } from '../collections/field.ts'
import { collections } from '../collections/collections.ts'

const { permits, tasks, payments } = collections

/**
 * The code tables, by the fields whose values they are. The statuses of permits have a call of their own, the
 * permit status map.
 */
const tables = {
  permitType: permits.fields.permitType,
  authority: permits.fields.authority,
  priority: permits.fields.priority,
  holdReason: permits.fields.holdReason,
  documentType: tasks.fields.requiredDocument,
  escalation: tasks.fields.escalation,
  feeCode: payments.fields.feeCode,
  paymentMethod: payments.fields.method,
} as const satisfies Record<string, { options?: readonly Option[] }>

/**
 * Answer of `GET /codes/{table}`: the codes in their order and how they read. Source: contract.md 2,
 * domain.md 1.
 */
export const Codes = z.object({
  codes: z.array(z.object({ code: z.string(), display: z.string(), active: z.boolean(), sort: z.int() })),
})
export type Codes = z.infer<typeof Codes>

export const codeTableNames: readonly string[] = Object.keys(tables)

/**
 * The codes of a table, which may be named as the database does (`permit_type`); undefined for one that is
 * none.
 */
export function codesOf(name: string): Codes | undefined {
  const wanted = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const found = Object.entries(tables).find(([table]) => table === wanted)
  if (found === undefined) return undefined
  const options = found[1].options ?? []
  return {
    codes: options.map(({ code, label }, at) => ({ code, display: label, active: true, sort: at + 1 })),
  }
}
