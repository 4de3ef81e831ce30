import { Refusal, invalid, phrase, toRole } from '@portal/contract'
import type { Actor, Role, TimeZone } from '@portal/contract'
import {
  defaultWay,
  digestTime,
  isMandatory,
  kindsFor,
  readPreferences,
  wayFor,
} from '@portal/contract/notifications'
import type {
  NotificationKind,
  Preferences,
  PreferencesPatch,
  StoredPreferences,
  UnsubscribeResult,
} from '@portal/contract/notifications'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { lockUser, updateUser } from '#platform/auth/update-user.ts'
import type { DomainDeps } from '../../deps.ts'
import { readUnsubscribeToken } from '../delivery/unsubscribe-token.ts'

/** A person's choices with the defaults of their role. */
function toPreferences(
  role: Role,
  stored: StoredPreferences,
  { timeZone, isMailSetUp }: { timeZone: TimeZone; isMailSetUp: boolean },
): Preferences {
  return {
    kinds: kindsFor(role).map((kind) => ({
      kind,
      way: wayFor(role, stored, kind),
      byDefault: defaultWay(role, kind),
      isMandatory: isMandatory(kind),
    })),
    quietHours: stored.quietHours,
    timeZone,
    digestAt: digestTime,
    isMailSetUp,
  }
}

/** Handler of `GET /api/auth/preferences`. */
export async function getPreferences(
  { database }: Pick<DomainDeps, 'database'>,
  { pid, role, timeZone = 'UTC' }: Actor,
  isMailSetUp: boolean,
): Promise<Preferences> {
  const { notification_prefs: stored } = await database.kysely
    .selectFrom('users')
    .select('notification_prefs')
    .where('pid', '=', pid)
    .executeTakeFirstOrThrow()
  return toPreferences(role, readPreferences(stored), { timeZone, isMailSetUp })
}

/** Throws 400 for a kind that the role cannot get, and for one that cannot be changed. */
function requireChangeable(role: Role, kind: string): void {
  const path = `kinds.${kind}`
  const known = kindsFor(role).find((each) => each === kind)
  if (known === undefined)
    throw invalid(path, 'out-of-range', phrase('{{path}}: your role does not get this kind.', { path }))
  if (isMandatory(known))
    throw invalid(
      path,
      'out-of-range',
      phrase('{{path}}: this kind is always sent by mail and can’t be changed.', { path }),
    )
}

/** Stores the choices of a locked person. Mail that waits follows them at once. */
async function storePreferences(
  deps: Pick<DomainDeps, 'clock'>,
  trx: Transaction<Tables>,
  pid: string,
  change: (stored: StoredPreferences, role: Role) => StoredPreferences,
): Promise<void> {
  const user = await lockUser(trx, pid)
  const now = deps.clock.now()
  const next = change(readPreferences(user.notification_prefs), toRole(user.role) ?? 'client')
  await updateUser(trx, user, { notification_prefs: JSON.stringify(next) }, pid, now)
  await trx
    .updateTable('notification_deliveries')
    .set({ due_at: now })
    .where('user', '=', pid)
    .where('state', '=', 'waiting')
    .where('due_at', '>', now)
    .execute()
}

/** Handler of `PATCH /api/auth/preferences`. Throws 400 as `requireChangeable`. */
export async function changePreferences(
  deps: Pick<DomainDeps, 'database' | 'clock' | 'writes'>,
  { pid, role }: Actor,
  patch: PreferencesPatch,
): Promise<void> {
  const asked = Object.entries(patch.kinds ?? {})
  for (const [kind] of asked) requireChangeable(role, kind)
  await deps.database.kysely.transaction().execute((trx) =>
    storePreferences(deps, trx, pid, (stored) => ({
      // A null restores the default of the role.
      kinds: Object.fromEntries(
        Object.entries({ ...stored.kinds, ...patch.kinds }).filter(([, way]) => way !== null),
      ),
      quietHours: patch.quietHours === undefined ? stored.quietHours : patch.quietHours,
    })),
  )
  deps.writes.notify()
}

const isMailed = (role: Role, stored: StoredPreferences, kind: NotificationKind, way: 'mail' | 'digest') =>
  wayFor(role, stored, kind) === way

/**
 * Handler of `POST /api/auth/unsubscribe`, which works without a session: the kind of the link stays in the
 * portal alone. Repeating it is harmless. Throws 404 for a link that was not signed here.
 */
export async function unsubscribe(
  deps: Pick<DomainDeps, 'database' | 'clock' | 'writes' | 'environment'>,
  token: string,
): Promise<UnsubscribeResult> {
  const link = readUnsubscribeToken(deps.environment.secretKey, token)
  if (link === null) throw new Refusal('not-found', 'This link is incomplete. Open it from the mail again.')
  const { pid, kind } = link
  const person = await deps.database.kysely
    .selectFrom('users')
    .select('pid')
    .where('pid', '=', pid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  // A person who is gone gets no mail anyhow.
  if (person === undefined) return { kind }
  await deps.database.kysely.transaction().execute((trx) =>
    storePreferences(deps, trx, pid, (stored, role) => {
      const ended = kindsFor(role).filter((each) =>
        kind === 'DIGEST'
          ? isMailed(role, stored, each, 'digest')
          : each === kind && (isMailed(role, stored, each, 'mail') || isMailed(role, stored, each, 'digest')),
      )
      return {
        ...stored,
        kinds: { ...stored.kinds, ...Object.fromEntries(ended.map((each) => [each, 'portal' as const])) },
      }
    }),
  )
  deps.writes.notify()
  return { kind }
}
