import type { RecordValues } from '@portal/contract'
import type { WriteContext } from '../writing.ts'
import type { Written } from '../rules/collection-rules.ts'
import { raise } from './raise.ts'
import { assignmentSignal, paymentSignals } from './step-signals.ts'
import { readAbout } from './tell-steps.ts'

/** Who is to do a task: a person of the office, or a client's organization. */
const holder = (task: RecordValues | null) => (task?.['audience'] === 'CLIENT' ? task['assignedOrg'] : task?.['assignedTo']) ?? null

/** A task that got somebody to do it is told to them. */
export async function tellAssignment(context: WriteContext, { pid, before, after }: Written): Promise<void> {
  if (after === null || holder(after) === null || holder(after) === holder(before)) return
  const about = await readAbout(context, context.declaration.name, pid)
  if (about !== undefined) await raise(context, assignmentSignal(about))
}

/** A payment that is asked for is told to whoever is to pay it. */
export async function tellNewPayment(context: WriteContext, { action, pid, after }: Written): Promise<void> {
  if (action !== 'create' || after?.['status'] !== 'DUE') return
  const about = await readAbout(context, 'payments', pid)
  if (about === undefined) return
  for (const signal of paymentSignals(about, 'DUE')) await raise(context, signal)
}
