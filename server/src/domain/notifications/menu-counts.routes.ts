import { isStaff } from '@portal/contract'
import { countForMenu, visitNotifications } from './menu-counts.ts'
import { okValue, onCollection } from '#engine/routes/record-route.ts'
import type { RouteContext, RecordRoute } from '#engine/routes/record-route.ts'
import type { DomainDeps } from '#domain/deps.ts'

/**
 * Unread mail of the caller. Null for a mailbox that does not respond, for example at Microsoft, so that the
 * other counts are still returned.
 */
async function countMail({ deps, parts, actor, viewer }: RouteContext<DomainDeps>): Promise<number | null> {
  if (!isStaff(actor.role) || (await parts.closedModules(deps, viewer)).has('mail')) return null
  try {
    return await parts.countUnreadMail(actor.pid)
  } catch (error) {
    deps.log.warn({ err: error }, 'unread mail was not counted')
    return null
  }
}

/** Counts that the menu shows. */
export const menuCountCalls: readonly RecordRoute<DomainDeps>[] = [
  {
    method: 'GET',
    pattern: ['menu-counts'],
    answer: async (asked) => {
      const { deps, parts, actor, viewer } = asked
      const [mail, records] = await Promise.all([
        countMail(asked),
        parts.closedCollections(deps, viewer).then((closed) => countForMenu(deps, actor, closed)),
      ])
      return okValue({ mail, ...records })
    },
  },
  onCollection(
    'POST',
    ['visit'],
    async ({ deps, actor }) => {
      await visitNotifications(deps, actor)
      return okValue({})
    },
    'notifications',
  ),
]
