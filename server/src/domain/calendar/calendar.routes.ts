import { withAddedFields } from '#platform/configuration/with-added-fields.ts'
import { okValue } from '#engine/routes/record-route.ts'
import type { RecordRoute } from '#engine/routes/record-route.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { readCalendar } from './calendar.ts'
import { readHolidayFile } from './holidays.ts'

/** The dates of all collections. */
export const calendarCalls: readonly RecordRoute<DomainDeps>[] = [
  {
    method: 'GET',
    pattern: ['calendar'],
    answer: async ({ deps, parts, actor, viewer, call }) => {
      const closed = await parts.closedCollections(deps, viewer)
      const withAdded = (declaration: Parameters<typeof withAddedFields>[1]) =>
        withAddedFields(deps, declaration)
      return okValue(await readCalendar(deps, actor, call.query, { closed, withAdded }))
    },
  },
  {
    method: 'POST',
    pattern: ['calendar', 'holidays'],
    answer: async ({ deps, actor, call }) => okValue(await readHolidayFile(deps, actor, call.body)),
  },
]
