import { addDays, maxScheduledDays, requirementChanges } from '@portal/contract'
import type { RequirementChange, RequirementsSettings, ScheduledRequirements } from '@portal/contract'
import { formatDay } from '@portal/shared-ui'
import { t } from './texts.ts'

type Settings = Pick<RequirementsSettings, 'scheduled' | 'draft' | 'published'>

/** The publications that come into force on a later day, the next one first. */
export const waiting = ({ scheduled = [] }: Pick<Settings, 'scheduled'>): readonly ScheduledRequirements[] =>
  scheduled.filter(({ isRefused, problems }) => !isRefused && problems.length === 0)

/** Why the draft cannot come into force on the entered day; null if it can. */
export function dayProblem(day: string, today: string): string | null {
  const last = addDays(today, maxScheduledDays)
  if (day === '') return t('dayMissing')
  if (day < today) return t('dayPassed')
  return day > last ? t('dayTooLate', { day: formatDay(last) }) : null
}

/** The changes of the draft to what is in force until a day, and the scheduled publication that this is. */
export function changesFrom(
  settings: Settings,
  day: string,
): { changes: readonly RequirementChange[]; since: ScheduledRequirements | undefined } {
  const { draft } = settings
  const since = waiting(settings).findLast(({ from }) => from <= day)
  if (draft === null || since === undefined) return { changes: draft?.changes ?? [], since }
  return { changes: requirementChanges(since.requirements, draft.requirements), since }
}

/** What a publication means for those that are scheduled for later days; null if there are none. */
export function replacedLater(settings: Settings, day: string): string | null {
  const next = waiting(settings).find(({ from }) => from > day)
  return next === undefined ? null : t('replacedOn', { day: formatDay(next.from) })
}
