import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '@portal/contract'
import type { FakeGraph } from '#test-support/graph/fake-graph.ts'
import type { TestApp, startTestApp } from '#test-support/start-test-app.ts'
import { createEmbeddedMail } from '../../embedded-mail.ts'
import { setStage } from '../../../test-support/provider-suite/stage.ts'
import type { Stage } from '../../../test-support/provider-suite/stage.ts'
import { openGraphMail } from '../open-graph-mail.ts'

export const sharedMailbox = 'permits@portal.example'

/** A portal with mailboxes of the fake Graph. Requested pauses are shortened to a hundredth. */
export async function graphStage(
  graph: FakeGraph,
  start: typeof startTestApp,
): Promise<{ stage: Stage; portal: TestApp; pauses: number[] }> {
  const tokens = new Map<string, string>()
  const pauses: number[] = []
  graph.addMailbox(sharedMailbox)
  const portal = await start({
    mail: (deps) =>
      openGraphMail(
        deps,
        createEmbeddedMail(deps),
        { baseUrl: graph.baseUrl, mailbox: sharedMailbox },
        {
          accessTo: async (mailbox) => {
            if (mailbox === sharedMailbox) return { token: graph.appToken, root: `/users/${mailbox}` }
            const owner = await deps.database.kysely
              .selectFrom('users')
              .select('email')
              .where('pid', '=', mailbox)
              .executeTakeFirst()
            const token = tokens.get(owner?.email ?? '')
            if (token === undefined)
              throw new Refusal('forbidden', 'Nobody of this address has signed in with Microsoft.')
            return { token, root: '/me' }
          },
          wait: async (ms) => {
            pauses.push(ms)
            await wait(ms / 100)
          },
        },
      ),
  })
  const stage = setStage({
    portal,
    openMailbox: (address) => void tokens.set(address, graph.addMailbox(address).token),
    async put(address, raw, { folder, receivedAt, isRead, flag }) {
      const { mailbox } = graph.addMailbox(address)
      const message = await mailbox.put(raw, folder, { received: receivedAt, isRead, flagged: flag })
      return message.id
    },
    outside: () => graph.outgoing.map(({ to }) => to),
  })
  return { stage, portal, pauses }
}
