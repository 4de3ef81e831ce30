import type { CollectionName } from '../collections/names.ts'
import type { collectionsWithMachine } from './has-machine.ts'
import type { Machine } from './machine.ts'
import { orgMachine } from './orgs.ts'
import { packageMachine } from './packages.ts'
import { paymentMachine } from './payments.ts'
import { seedMap } from '../permits/seed-status-map.ts'
import type { StatusMap } from '../permits/status-map.ts'
import { permitMachineOf } from './permits.ts'
import { taskMachine } from './tasks.ts'

/**
 * The collections whose records change by transitions of the record engine, with the machines of a new
 * portal. Users have a separate machine (`user-status.ts`).
 */
export const machines: Readonly<Partial<Record<CollectionName, Machine>>> = {
  permits: permitMachineOf(seedMap),
  processed: permitMachineOf(seedMap),
  tasks: taskMachine,
  ctasks: taskMachine,
  payments: paymentMachine,
  orgs: orgMachine,
  rts: packageMachine,
} satisfies Record<(typeof collectionsWithMachine)[number], Machine>

/**
 * The machine of a collection; for permits, built from the active status map. Undefined when its records have
 * no transitions.
 */
export function machineOf(collection: CollectionName, map: StatusMap): Machine | undefined {
  return collection === 'permits' || collection === 'processed' ? permitMachineOf(map) : machines[collection]
}
