import { closeSettledCertificates } from '../../organizations/certificate-tasks.ts'
import { askForLapsedCertificates } from '../../organizations/lapsed-certificates.ts'
import { countDay } from '../daily-metrics.ts'
import { takeDueTransitions } from './due-transitions.ts'
import type { AutomaticStepDeps } from './due-transitions.ts'
import { notifyDocuments } from './documents.ts'
import { sendReminders } from './reminders.ts'

/** Counts of what a round did. */
export interface AutomaticSteps {
  steps: number
  reminders: number
  documents: number
  /** Client tasks for a certificate that were closed because its date is known. */
  certificates: number
  /** Certificates that had lapsed already, and that a client was asked for. */
  lapsed: number
  /** 1 if this round recorded the daily metrics, otherwise 0. */
  days: number
}

/**
 * One round: transitions that are due, reminders and new documents. Several servers may run rounds at the
 * same time.
 */
export async function runAutomaticSteps(deps: AutomaticStepDeps): Promise<AutomaticSteps> {
  const [steps, certificates, reminders, lapsed, documents] = [
    await takeDueTransitions(deps),
    // First, so that a date that follows at once gets its own task.
    await closeSettledCertificates(deps),
    await sendReminders(deps),
    await askForLapsedCertificates(deps),
    await notifyDocuments(deps),
  ]
  return { steps, reminders, documents, certificates, lapsed, days: (await countDay(deps)) ? 1 : 0 }
}
