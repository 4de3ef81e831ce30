import { officeAddresses } from '#platform/configuration/office-addresses.ts'
import { PollingWorker } from '#platform/jobs/polling-worker.ts'
import { grantedMailboxes } from '#platform/auth/microsoft-grants.ts'
import type { MailDeps } from '../deps.ts'
import { autoLink } from '../linking/auto-link.ts'
import { notifyMailbox } from '../reading/notify-mailbox.ts'

const pollIntervalMs = 15_000

/** Claims the check of a mailbox. One server checks at a time; undefined when it was checked just now. */
async function claim(
  { database, clock }: MailDeps,
  mailbox: string,
): Promise<{ mark: string | null } | undefined> {
  const now = clock.now()
  const watch = { mailbox, delta_link: null, looked_at: now }
  const row = await database.kysely
    .insertInto('mail_watches')
    .values(watch)
    .onConflict((conflict) =>
      conflict
        .column('mailbox')
        .doUpdateSet({ looked_at: now })
        .where('mail_watches.looked_at', '<=', new Date(now.getTime() - pollIntervalMs + 1_000)),
    )
    .returning('delta_link')
    .executeTakeFirst()
  return row && { mark: row.delta_link }
}

/** Checks one mailbox for new mail at its provider, links new messages and notifies open pages. */
export async function checkMailbox(deps: MailDeps, mailbox: string): Promise<void> {
  const { lookForNew } = deps.mail
  const claimed = lookForNew === undefined ? undefined : await claim(deps, mailbox)
  if (lookForNew === undefined || claimed === undefined) return
  const { mark, arrived, hasChanged } = await lookForNew(mailbox, claimed.mark)
  await deps.database.kysely.transaction().execute(async (trx) => {
    await trx.updateTable('mail_watches').set({ delta_link: mark }).where('mailbox', '=', mailbox).execute()
    for (const message of arrived) await autoLink(deps, trx, message)
    if (arrived.length > 0) await notifyMailbox(deps, trx, mailbox, 'received')
    else if (hasChanged) await notifyMailbox(deps, trx, mailbox, 'changed')
  })
}

/**
 * Checks all mailboxes the portal may open, one after the other, at an interval; null when mail arrives at
 * the portal itself.
 */
export function watchMailboxes(deps: MailDeps): PollingWorker | null {
  if (deps.mail.lookForNew === undefined) return null
  const failed = (mailbox: string) => (error: unknown) =>
    deps.log.warn({ err: error, mailbox }, 'mailbox not looked at')
  return new PollingWorker({
    pollIntervalMs,
    async next() {
      const mailboxes = new Set([...(await officeAddresses(deps)), ...(await grantedMailboxes(deps))])
      for (const mailbox of mailboxes) await checkMailbox(deps, mailbox).catch(failed(mailbox))
      return false
    },
    onError: (error) => deps.log.error({ err: error }, 'mailboxes not looked at'),
  })
}
