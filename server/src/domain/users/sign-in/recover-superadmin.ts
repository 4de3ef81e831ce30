import type { PersonalLink } from '@portal/contract'
import type { DomainDeps } from '#domain/deps.ts'
import { alertAdministrators } from '#domain/notifications/personal-alerts.ts'
import { portalActor } from '#engine/write/portal-actor.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import { accountNotices } from './account-notices.ts'
import { replaceLink } from './people/links.ts'

type RecoveryDeps = Pick<DomainDeps, 'database' | 'ids' | 'clock'> & { environment: { publicOrigin: string } }

/**
 * A link with which a superadmin who lost every passkey and recovery code creates a new passkey. The audit
 * records it, and all administrators are alerted. Throws a StartRefusal that names the superadmins when the
 * address is not that of one who may sign in.
 */
export async function recoverSuperadmin(deps: RecoveryDeps, email: string): Promise<PersonalLink> {
  return deps.database.kysely.transaction().execute(async (trx) => {
    const superadmins = await trx
      .selectFrom('users')
      .select(['pid', 'name', 'email'])
      .where((expression) => expression(expression.fn('lower', ['role']), '=', 'superadmin'))
      .where('status', 'not in', ['DISABLED', 'DELETED'])
      .where('deleted_at', 'is', null)
      .orderBy('email')
      .execute()
    const person = superadmins.find(
      (superadmin) => superadmin.email?.toLowerCase() === email.trim().toLowerCase(),
    )
    if (person === undefined) {
      const emails = superadmins.flatMap((superadmin) => superadmin.email ?? [])
      throw new StartRefusal(
        emails.length === 0
          ? 'There is no superadmin who may sign in: start the server, which prints a link to create one.'
          : `${email === '' ? 'Name the e-mail address of a superadmin' : `${email} is no superadmin`}: ${emails.join(', ')}.`,
      )
    }
    const now = deps.clock.now()
    const link = await replaceLink(deps, trx, { person: person.pid, kind: 'enrolment', by: portalActor.pid })
    await alertAdministrators({ deps, trx, now }, accountNotices.linkMadeByOperator(person.name ?? email))
    await writeAudit(trx, {
      kind: 'link-made',
      at: now,
      actor: null,
      person: person.pid,
      origin: null,
      detail: { kind: link.kind, by: 'operator' },
    })
    return link
  })
}
