import { addWorkingDays, calendarOfAgency } from '@portal/contract'
import type { ExpectedDates, LocalDate } from '@portal/contract'
import { z } from 'zod'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import type { EngineDeps } from '#engine/deps.ts'
import { findRequirements } from '../requirements/permit-requirements.ts'
import type { RequirementFacts } from '../requirements/permit-requirements.ts'

interface Submitted extends RequirementFacts {
  submittedDate: LocalDate | null
}

const Agency = z.object({ shortCode: z.string().nullable() })

/**
 * What the agency of a permit states for its decision: working days by its own calendar, and the last of them
 * once the permit is submitted. Undefined where the requirements state none.
 */
export async function statedDecision(deps: EngineDeps, permit: Submitted): Promise<ExpectedDates['stated']> {
  const { expectedDays: days } = await findRequirements(deps, permit)
  if (days === null) return undefined
  if (permit.submittedDate === null) return { days, date: null }
  const [agency] = await deps.database.query(
    'select short_code as "shortCode" from authorities where pid = $1',
    [permit.authority],
    Agency,
  )
  const { workingCalendar } = await currentConfiguration(deps)
  const calendar = calendarOfAgency(workingCalendar, agency?.shortCode ?? '')
  return { days, date: addWorkingDays(calendar, permit.submittedDate, days) }
}
