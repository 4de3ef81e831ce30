import { DeliveryState, LiftSuppression } from '@portal/contract/notifications'
import type { Deliveries, SuppressedAddresses } from '@portal/contract/notifications'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { officeAddresses } from '#platform/configuration/office-addresses.ts'
import { languageOf } from '#platform/http/language.ts'
import { parse } from '#platform/http/problems.ts'
import { wholeNumber } from '#platform/http/query-numbers.ts'
import { localize } from '#platform/language/localize.ts'
import { actorOf } from '#platform/sessions/session.ts'
import type { PostingDeps } from '../../users/sign-in/system-mail.ts'
import { countByState, listDeliveries } from './deliveries.queries.ts'
import { resendDelivery } from './end-delivery.ts'
import { liftSuppression, listSuppressed } from './suppressions.ts'

const access = ['superadmin', 'admin'] as const
const Query = z.strictObject({
  state: DeliveryState.optional(),
  page: wholeNumber(100_000).optional(),
})
const Params = z.object({ id: z.string().max(64) })
/** PostgreSQL text has no NUL character. */
const storable = (text: string) => text.replaceAll('\u0000', '')

/** How outgoing mail is set up. */
async function channelOf(deps: PostingDeps): Promise<Deliveries['channel']> {
  const { mailProvider, smtpUrl } = deps.environment
  const [sender = null] = await officeAddresses(deps)
  return { by: mailProvider === 'graph' ? 'graph' : smtpUrl === null ? null : 'smtp', sender }
}

/** Mail about notifications and suppressed addresses, for administrators. Source: decision 0110. */
export function deliveryRoutes(deps: PostingDeps) {
  deps.metrics.addGauge(
    {
      name: 'portal_notification_mails',
      help: 'Mails about notifications of all servers by state: waiting, sending, failed within a day',
      labels: ['state'],
    },
    () => countByState(deps),
  )
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/api/delivery',
      config: { access },
      handler: async (request): Promise<Deliveries> => {
        const { state = null, page = 1 } = parse(Query, request.query, 'query')
        const say = localize(languageOf(request))
        const listed = await listDeliveries(deps.database, { state, page, now: deps.clock.now(), say })
        return { channel: await channelOf(deps), ...listed }
      },
    })
    app.route({
      method: 'POST',
      url: '/api/delivery/:id/resend',
      config: { access },
      handler: async (request, reply) => {
        const { id } = parse(Params, request.params)
        await resendDelivery(deps, storable(id))
        deps.log.info({ delivery: id, by: actorOf(request).pid }, 'notification sent again')
        return reply.code(204).send()
      },
    })
    app.route({
      method: 'GET',
      url: '/api/delivery/suppressed',
      config: { access },
      handler: (request): Promise<SuppressedAddresses> =>
        listSuppressed(deps.database, localize(languageOf(request))),
    })
    app.route({
      method: 'POST',
      url: '/api/delivery/suppressed/lift',
      config: { access },
      handler: async (request, reply) => {
        const { address } = parse(LiftSuppression, request.body ?? {}, 'body')
        await deps.database.kysely.transaction().execute((trx) => liftSuppression(trx, storable(address)))
        deps.log.info({ by: actorOf(request).pid }, 'suppression of an address lifted')
        return reply.code(204).send()
      },
    })
  }
}
