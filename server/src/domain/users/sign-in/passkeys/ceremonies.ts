import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import type { DomainDeps } from '#domain/deps.ts'
import { ceremonyLifetimeMs } from '#platform/auth/ceremony-cookie.ts'

export type CeremonyPurpose = 'register' | 'login' | 'step-up'

export interface Ceremony {
  purpose: CeremonyPurpose
  /** Hash of the session token, or of the cookie of an anonymous browser. */
  boundTo: string
  userHandle: string | null
}

/** Stores a new challenge and deletes expired ones. */
export async function beginCeremony(
  deps: DomainDeps,
  challenge: string,
  { purpose, boundTo, userHandle }: Ceremony,
): Promise<void> {
  const now = deps.clock.now()
  const { kysely } = deps.database
  await kysely.deleteFrom('ceremonies').where('expires_at', '<=', now).execute()
  const expiresAt = new Date(now.getTime() + ceremonyLifetimeMs)
  await kysely
    .insertInto('ceremonies')
    .values({ challenge, purpose, bound_to: boundTo, user_handle: userHandle, expires_at: expiresAt })
    .execute()
}

/** The challenge that the browser's response names, or null when it cannot be read. */
export function answeredChallenge(clientDataJSON: string): string | null {
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON)
    return typeof challenge === 'string' ? challenge : null
  } catch {
    // Not JSON, so no browser sent it.
    return null
  }
}

/**
 * Takes the ceremony of a challenge, which can be used once, whatever the result. Returns null without a
 * current ceremony of this purpose in this browser.
 */
export async function takeCeremony(
  deps: DomainDeps,
  challenge: string | null,
  purpose: CeremonyPurpose,
  boundTo: string | null,
): Promise<{ challenge: string; userHandle: string | null } | null> {
  if (challenge === null || boundTo === null) return null
  const row = await deps.database.kysely
    .deleteFrom('ceremonies')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('bound_to', '=', boundTo)
    .where('expires_at', '>', deps.clock.now())
    .returning('user_handle')
    .executeTakeFirst()
  return row === undefined ? null : { challenge, userHandle: row.user_handle }
}
