import { z } from 'zod'
import type { Field, Option } from '../collections/field.ts'
import { libraryOptions, seedLibrary } from '../permit-library/permit-library.ts'
import type { PermitLibrary } from '../permit-library/permit-library.ts'
import { collections } from '../collections/collections.ts'

const { permits, tasks, payments } = collections

/**
 * The code tables by field name. Permit statuses have their own call, the permit status map; authorities are
 * records, and the server lists their short codes.
 */
const tables: Readonly<Record<string, Pick<Field, 'options' | 'library'>>> = {
  permitType: permits.fields.permitType,
  priority: permits.fields.priority,
  holdReason: permits.fields.holdReason,
  documentType: tasks.fields.requiredDocument,
  escalation: tasks.fields.escalation,
  feeCode: payments.fields.feeCode,
  paymentMethod: payments.fields.method,
}

/** Response of `GET /codes/{table}`: the codes in order, with labels. Source: contract.md 2, domain.md 1. */
export const Codes = z.object({
  codes: z.array(z.object({ code: z.string(), display: z.string(), active: z.boolean(), sort: z.int() })),
})
export type Codes = z.infer<typeof Codes>

/** The code table whose codes are the short codes of the authorities. */
export const authorityTable = 'authority'
export const codeTableNames: readonly string[] = [...Object.keys(tables), authorityTable]

/** Options as a code table, in their order. */
export const toCodes = (options: readonly Option[]): Codes => ({
  codes: options.map(({ code, label, retired }, at) => ({
    code,
    display: label,
    active: retired !== true,
    sort: at + 1,
  })),
})

/**
 * The codes of a table with a fixed list; undefined when there is none. Also accepts the database name
 * (`permit_type`). Retired codes are not active.
 */
export function codesOf(name: string, library: PermitLibrary = seedLibrary): Codes | undefined {
  const wanted = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const found = Object.entries(tables).find(([table]) => table === wanted)
  if (found === undefined) return undefined
  const [, { options = [], library: part }] = found
  return toCodes(part === undefined ? options : libraryOptions(library, part))
}
