import { DeleteMail, MailChanges } from '@portal/contract'
import type {
  DeleteMailResponse,
  MailChangesResponse,
  MailIdentity,
  MailRecipient,
  Role,
} from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import type { MailDeps } from '../deps.ts'
import { localize } from '#platform/language/localize.ts'
import { languageOf } from '#platform/http/language.ts'
import { parse } from '#platform/http/problems.ts'
import { actorOf } from '#platform/sessions/session.ts'
import { changeMessages, deleteMessages } from './change-messages.ts'
import { findRecipients } from './find-recipients.ts'
import { identitiesOf, listIdentities } from './identities.ts'
import { readMailCall } from './mail-request.ts'
import { MailboxQuery, RecipientsQuery } from './requests.ts'

/** Routes for a mailbox as a whole: changes of many messages, its addresses, and recipient suggestions. */
export function bulkRoutes(deps: MailDeps, access: readonly Role[]) {
  const config = { access }
  return async (app: FastifyInstance): Promise<void> => {
    app.patch('/api/mail/messages', { config }, async (request): Promise<MailChangesResponse> => {
      const { mailbox } = await readMailCall(deps, request, MailboxQuery)
      return changeMessages(
        deps,
        mailbox,
        parse(MailChanges, request.body, 'body').changes,
        localize(languageOf(request)),
      )
    })

    app.delete('/api/mail/messages', { config }, async (request): Promise<DeleteMailResponse> => {
      const { mailbox } = await readMailCall(deps, request, MailboxQuery)
      return deleteMessages(
        deps,
        mailbox,
        parse(DeleteMail, request.body, 'body').ids,
        localize(languageOf(request)),
      )
    })

    app.get('/api/mail/identities', { config }, async (request): Promise<{ identities: MailIdentity[] }> => {
      const { viewer } = await readMailCall(deps, request, MailboxQuery)
      return { identities: listIdentities(await identitiesOf(deps, viewer)) }
    })

    app.get('/api/mail/recipients', { config }, async (request): Promise<{ recipients: MailRecipient[] }> => {
      const { mailbox, query } = await readMailCall(deps, request, RecipientsQuery)
      return {
        recipients: await findRecipients(deps, actorOf(request), mailbox, query.searchToken, query.limit),
      }
    })
  }
}
