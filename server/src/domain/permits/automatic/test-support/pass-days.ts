import type { TestApp } from '#test-support/start-test-app.ts'
import { runAutomaticSteps } from '../automatic-steps.ts'

const dayMs = 86_400_000

/** The day in so many days, by the clock of a portal. */
export const dayIn = ({ clock }: TestApp, days: number): string =>
  new Date(clock.now().getTime() + days * dayMs).toISOString().slice(0, 10)

/** Days pass, and the portal does what is due. Sessions stay valid. */
export async function passDays({ clock, deps }: TestApp, days: number): Promise<void> {
  clock.pass(days * dayMs)
  const later = new Date(clock.now().getTime() + dayMs)
  await deps.database.query('update sessions set last_seen_at = $1, idle_expires_at = $2, expires_at = $2', [
    clock.now(),
    later,
  ])
  await runAutomaticSteps(deps)
}
