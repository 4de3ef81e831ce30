import type { CollectionName } from '../collections/names.ts'

/** The collections whose records change by transitions; their machines are in `machines.ts`. */
export const collectionsWithMachine = [
  'permits',
  'processed',
  'tasks',
  'ctasks',
  'payments',
  'orgs',
  'rts',
] as const satisfies readonly CollectionName[]

/** Whether the records of a collection change by transitions. A page asks this without loading the machines. */
export const hasMachine = (name: CollectionName): boolean =>
  collectionsWithMachine.some((known) => known === name)
