import { getClientCard } from './client-card.ts'
import { suggestRecipients } from '../permits/mail-recipients.ts'
import { okValue, openCollection } from '#engine/routes/record-route.ts'
import type { RecordRoute } from '#engine/routes/record-route.ts'
import type { DomainDeps } from '#domain/deps.ts'

/** The client card, for staff who may not read organizations, and the suggested mail recipients. */
export const clientCalls: readonly RecordRoute<DomainDeps>[] = [
  {
    method: 'GET',
    pattern: ['clients', '{pid}'],
    answer: async (asked) => {
      await openCollection(asked, 'orgs')
      return okValue(await getClientCard(asked.deps, asked.actor, asked.names[0] ?? ''))
    },
  },
  {
    method: 'GET',
    pattern: ['mail-recipients'],
    answer: async (asked) => {
      await openCollection(asked, 'contacts')
      return okValue(await suggestRecipients(asked.deps, asked.actor, asked.call.query))
    },
  },
]
