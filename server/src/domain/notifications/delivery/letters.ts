import { formatInstant } from '@portal/contract'
import type { Language } from '@portal/contract'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { findLanguageOf } from '#platform/language/language-of-person.ts'
import type { Post, PostingDeps } from '../../users/sign-in/system-mail.ts'
import { officeZone } from '#platform/configuration/office-zone.ts'
import { mailTexts } from './mail-texts.ts'
import { renderParts } from './render-mail.ts'
import type { RenderedMail } from './render-mail.ts'
import { findSuppression } from './suppressions.ts'

/** A person who gets a letter, since they cannot sign in yet or were waiting for it. */
interface Addressee {
  pid: string
  email: string
}

type Written = Pick<RenderedMail, 'subject' | 'text' | 'html'>

/** Puts a letter into the outbox, with its delivery. Returns whether it will be sent. */
async function postLetter(
  deps: PostingDeps,
  trx: Transaction<Tables>,
  post: Post,
  { pid: user, email }: Addressee,
  kind: 'INVITATION' | 'APPROVAL',
  write: (language: Language) => Written,
): Promise<boolean> {
  const at = deps.clock.now()
  const delivery = {
    id: deps.ids.pid(),
    source: 'letter',
    source_pid: deps.ids.pid(),
    user,
    kind,
    way: 'mail',
    due_at: at,
    created_at: at,
    ended_at: null,
    address: email,
    message: null,
    message_id: null,
    reason: null,
    detail: null,
  } as const
  if ((await findSuppression(trx, email)) !== null) {
    const skipped = { ...delivery, state: 'skipped', reason: 'suppressed', ended_at: at } as const
    await trx.insertInto('notification_deliveries').values(skipped).execute()
    return false
  }
  const mail = write(await findLanguageOf(trx, user))
  const { message, messageId } = await post(trx, { ...mail, to: email, isNotification: true })
  await trx
    .insertInto('notification_deliveries')
    .values({ ...delivery, state: 'sending', message, message_id: messageId })
    .execute()
  return true
}

/** Opens the outbox for invitations, before a transaction; null where no mail is set up. */
export async function openInvitations(
  deps: PostingDeps,
): Promise<
  | ((
      trx: Transaction<Tables>,
      to: Addressee & { name: string },
      link: { link: string; expiresAt: string },
    ) => Promise<boolean>)
  | null
> {
  const post = await deps.openPost()
  if (post === null) return null
  const zone = await officeZone(deps)
  return (trx, to, { link, expiresAt }) =>
    postLetter(deps, trx, post, to, 'INVITATION', (language) => {
      const say = mailTexts(language)
      const at = `${formatInstant(zone, new Date(expiresAt), language)} (${zone.replaceAll('_', ' ')})`
      return renderParts(
        language,
        say('invitedSubject'),
        [
          say('invited', { name: to.name }),
          say('invitedText'),
          { label: say('invitedOpen'), url: link },
          say('invitedUntil', { at }),
        ],
        [say('invitedIgnore')],
      )
    })
}

/** Tells a person that their request for access was approved. Does nothing where no mail is set up. */
export async function postApproval(
  deps: PostingDeps,
  trx: Transaction<Tables>,
  post: Post | null,
  to: Addressee,
): Promise<void> {
  if (post === null) return
  await postLetter(deps, trx, post, to, 'APPROVAL', (language) => {
    const say = mailTexts(language)
    const parts = [
      say('approvedText'),
      { label: say('approvedOpen'), url: `${deps.environment.publicOrigin}/login` },
    ]
    return renderParts(language, say('approvedSubject'), parts, [])
  })
}
