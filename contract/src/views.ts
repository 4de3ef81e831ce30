import { z } from 'zod'
import { CollectionName } from './collections/names.ts'
import { Role } from './roles.ts'

/** A saved state of a table. All but name and collection are optional and kept as sent. Source: contract.md section 2. */
export const SavedView = z.strictObject({
  pid: z.string().optional(),
  version: z.int().optional(),
  name: z.string().min(1).max(120),
  collection: CollectionName,
  filters: z.record(z.string(), z.unknown()).optional(),
  match: z.enum(['all', 'any']).optional(),
  sort: z.string().optional(),
  hide: z.array(z.string()).optional(),
  group: z.array(z.string()).max(3).optional(),
  order: z.array(z.string()).optional(),
  widths: z.record(z.string(), z.int().min(80).max(600)).optional(),
  visibility: z.enum(['mine', 'role', 'everyone']).optional(),
  isDefaultFor: Role.nullable().optional(),
})
export type SavedView = z.infer<typeof SavedView>
