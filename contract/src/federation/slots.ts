import { z } from 'zod'
import type { AnyRecord } from '../collections/declaration.ts'
import type { BulkDelete } from '../records/bulk.ts'
import { isStaff, roles, toRole } from '../role-names.ts'

/** Places of the portal that remotes fill. */
export const slots = [
  'record.tab',
  'record.head',
  'record.action',
  'record.card',
  'table.cell',
  'bulk.action',
  'overview.tile',
  'settings.section',
  'palette.command',
] as const
export type SlotName = (typeof slots)[number]

interface SlotDefinition {
  /**
   * How a remote stands there: content that is mounted when it is in sight, a button that runs the remote's
   * code when it is pressed, or one column of a table.
   */
  as: 'panel' | 'action' | 'column'
  /** Whether a declaration names the collections for which it is meant. */
  hasCollections: boolean
  /** Whether `when` can compare fields of a record. */
  hasRecord: boolean
  /** Whether clients see it without being named in `roles`. */
  forClients?: true
}

/** All that shell, server and build need to know of a slot. */
export const slotDefinitions: Readonly<Record<SlotName, SlotDefinition>> = {
  'record.tab': { as: 'panel', hasCollections: true, hasRecord: true, forClients: true },
  'record.head': { as: 'panel', hasCollections: true, hasRecord: true, forClients: true },
  'record.action': { as: 'action', hasCollections: true, hasRecord: true },
  'record.card': { as: 'panel', hasCollections: true, hasRecord: true },
  'table.cell': { as: 'column', hasCollections: true, hasRecord: true },
  'bulk.action': { as: 'action', hasCollections: true, hasRecord: false },
  'overview.tile': { as: 'panel', hasCollections: false, hasRecord: false },
  'settings.section': { as: 'panel', hasCollections: false, hasRecord: false },
  'palette.command': { as: 'action', hasCollections: false, hasRecord: false },
}

/** A record that a slot is about, with the fields that the viewer may read. */
export interface RecordSlot {
  collection: string
  pid: string
  record: AnyRecord
  /** The viewer may not change the record. */
  readOnly: boolean
}

/** What a panel in each slot is about. Each also gets `slot`, the shell, the store and the query client. */
export interface SlotData {
  'record.tab': RecordSlot
  'record.head': RecordSlot
  'record.action': RecordSlot
  'record.card': RecordSlot
  /** All records of the shown page at once, so that one call can serve them. At most 100. */
  'table.cell': { collection: string; records: readonly AnyRecord[] }
  /** The selected records as bulk calls take them, and how many they are. */
  'bulk.action': {
    collection: string
    selection: Pick<BulkDelete, 'pids' | 'filter' | 'match' | 'searchToken' | 'scope'>
    count: number
  }
  'overview.tile': object
  'settings.section': object
  /** What was typed to find the command. */
  'palette.command': { typed: string }
}

const Value = z.union([z.string().max(200), z.number(), z.boolean(), z.null()])
const Values = z.array(Value).min(1).max(50)
const fieldName = z.string().min(1).max(100)

/**
 * A comparison of one field as the viewer reads it: references by pid, lists by each of their items, `null`
 * for no value.
 */
export const SlotCondition = z.union([
  z.strictObject({ field: fieldName, in: Values }),
  z.strictObject({ field: fieldName, notIn: Values }),
])
export type SlotCondition = z.infer<typeof SlotCondition>

/** The fields that declarations of the last release have, besides the slot. */
export const plainPanel = {
  collections: z.array(z.string()).max(50),
  id: z.string().min(1),
  label: z.string().min(1),
  /** Lower stands first; equal ones by the name of the remote. */
  order: z.number().int(),
  /** Name of the federation expose, for example `./files-tab`. */
  expose: z.string().regex(/^\.\//),
}

/** What a remote offers for a slot. */
export const PanelDeclaration = z.strictObject({
  ...plainPanel,
  slot: z.enum(slots),
  collections: plainPanel.collections.default([]),
  /** Label on Spanish screens; without it, the portal's own translation of `label`, if it has one. */
  labelEs: z.string().min(1).max(60).optional(),
  /** Who sees it. Without it staff do, and in the head and the tabs of a record clients too. */
  roles: z.array(z.enum(roles)).min(1).optional(),
  /** Shown only while the record meets all of these. */
  when: z.array(SlotCondition).min(1).max(10).optional(),
})
export type PanelDeclaration = z.infer<typeof PanelDeclaration>

/**
 * Name of a column of a remote in the layout of a table: in addresses, saved views and what a browser
 * remembers. No field has such a name, and no comma or space is in it.
 */
export const remoteColumnName = (remote: string, panelId: string): string =>
  `${remote}/${encodeURIComponent(panelId)}`

/**
 * Whether this is the form of a name of `remoteColumnName`. Whether such a column exists is not asked: it
 * comes and goes with its remote, and for each role.
 */
export const isRemoteColumnName = (name: string): boolean => /^[a-z][a-z0-9_]*\/[^\s,/]+$/.test(name)

/** The declarations in a list that this release can read. Others are of slots that a later release has. */
export const readDeclarations = (list: readonly unknown[]): PanelDeclaration[] =>
  list.flatMap((panel) => PanelDeclaration.safeParse(panel).data ?? [])

/** Whether a viewer with this role is offered a panel, whatever the record. */
export function isForRole(
  { slot, roles: named }: PanelDeclaration,
  role: string | null | undefined,
): boolean {
  const known = toRole(role)
  if (known === null) return false
  return named === undefined
    ? isStaff(known) || slotDefinitions[slot].forClients === true
    : named.includes(known)
}

function valuesOf(value: unknown): unknown[] {
  if (value === undefined || value === null || value === '') return [null]
  if (Array.isArray(value)) return value.length === 0 ? [null] : value.flatMap(valuesOf)
  return [typeof value === 'object' && 'pid' in value ? value.pid : value]
}

/** Whether a record, as the viewer reads it, meets the conditions of a panel. */
export function isForRecord(
  { when = [] }: Pick<PanelDeclaration, 'when'>,
  record: Readonly<Record<string, unknown>>,
): boolean {
  return when.every((condition) => {
    const wanted = new Set<unknown>('in' in condition ? condition.in : condition.notIn)
    return valuesOf(record[condition.field]).some((value) => wanted.has(value)) === 'in' in condition
  })
}
