import type { AgencyCalendar, WorkingCalendar } from '@portal/contract'
import type { Settings } from '../use-settings.ts'

/** The calendar that a section edits: that of the office, or that of an agency. */
export interface EditedCalendar {
  calendar: Pick<WorkingCalendar, 'hours' | 'holidays' | 'closedDays'>
  /** Names its setting, for invalid input. */
  field: (part: keyof AgencyCalendar) => string
  isChanged: (part: keyof AgencyCalendar) => boolean
  change: (part: Partial<Pick<WorkingCalendar, 'hours' | 'holidays' | 'closedDays'>>) => void
}

/** The calendar of the office. */
export function officeCalendar({ configuration, changes, set }: Settings): EditedCalendar {
  const field = (part: string) => `workingCalendar.${part}`
  return {
    calendar: configuration.workingCalendar,
    field,
    isChanged: (part) => changes.some((change) => change.field === field(part)),
    change: (parts) => {
      for (const [part, value] of Object.entries(parts)) set(['workingCalendar', part], value)
    },
  }
}

/** The calendar of an agency, by its short code. Its hours are those of the office until it has its own. */
export function agencyCalendar(
  { configuration, changes, set }: Settings,
  code: string,
  own: AgencyCalendar,
): EditedCalendar {
  const { agencies, hours } = configuration.workingCalendar
  return {
    calendar: { ...own, hours: own.hours ?? hours },
    field: (part) => `workingCalendar.agencies.${code}.${part}`,
    isChanged: () => changes.some(({ field }) => field === 'workingCalendar.agencies'),
    change: (parts) => set(['workingCalendar', 'agencies'], { ...agencies, [code]: { ...own, ...parts } }),
  }
}
