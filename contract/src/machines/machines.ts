import type { CollectionName } from '../collections/names.ts'
import type { Machine } from './machine.ts'
import { orgMachine } from './orgs.ts'
import { packageMachine } from './packages.ts'
import { paymentMachine } from './payments.ts'
import { permitMachine } from './permits.ts'
import { taskMachine } from './tasks.ts'

/** The collections whose records move by transitions of the record engine; people have a machine of their own (`user-status.ts`). */
export const machines: Readonly<Partial<Record<CollectionName, Machine>>> = {
  permits: permitMachine,
  processed: permitMachine,
  tasks: taskMachine,
  ctasks: taskMachine,
  payments: paymentMachine,
  orgs: orgMachine,
  rts: packageMachine,
}
