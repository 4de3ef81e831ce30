import type { CollectionName } from '../collections/names.ts'
import type { Machine } from './machine.ts'
import { orgMachine } from './orgs.ts'
import { packageMachine } from './packages.ts'
import { paymentMachine } from './payments.ts'
import { seedMap } from '../permits/seed-status-map.ts'
import type { StatusMap } from '../permits/status-map.ts'
import { permitMachineOf } from './permits.ts'
import { taskMachine } from './tasks.ts'

/**
 * The collections whose records move by transitions of the record engine, with the machines a portal starts
 * with; people have a machine of their own (`user-status.ts`).
 */
export const machines: Readonly<Partial<Record<CollectionName, Machine>>> = {
  permits: permitMachineOf(seedMap),
  processed: permitMachineOf(seedMap),
  tasks: taskMachine,
  ctasks: taskMachine,
  payments: paymentMachine,
  orgs: orgMachine,
  rts: packageMachine,
}

/**
 * The machine of a collection's records; that of permits is made by the map in force. Undefined where records
 * have no steps.
 */
export function machineOf(collection: CollectionName, map: StatusMap): Machine | undefined {
  return collection === 'permits' || collection === 'processed' ? permitMachineOf(map) : machines[collection]
}
