import * as oidc from 'openid-client'
import { Refusal } from '@portal/contract'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import type { PlatformDeps } from '../deps.ts'
import { microsoftClient } from './microsoft-client.ts'
import { decryptSecret, encryptSecret } from './encrypted-secret.ts'

const purpose = 'microsoft-grant'
/** A token is renewed this long before it expires. */
const marginMs = 120_000

type GrantDeps = Pick<PlatformDeps, 'database' | 'environment' | 'clock' | 'log'>

/** Additional scopes of the sign-in for the person's mail, if mail is at Microsoft. */
export function mailScopes({ environment }: Pick<PlatformDeps, 'environment'>): string {
  return environment.mailProvider === 'graph' ? ' offline_access Mail.ReadWrite Mail.Send' : ''
}

/** Stores a person's Microsoft grant encrypted; it replaces an earlier one. */
export async function saveGrant(deps: GrantDeps, userPid: string, refreshToken: string): Promise<void> {
  const values = {
    refresh_token: encryptSecret(deps.environment.secretKey, purpose, refreshToken),
    updated_at: deps.clock.now(),
  }
  await deps.database.kysely
    .insertInto('microsoft_grants')
    .values({ user_pid: userPid, ...values })
    .onConflict((conflict) => conflict.column('user_pid').doUpdateSet(values))
    .execute()
}

/** Deletes a person's Microsoft grant. */
export async function deleteGrant(db: Kysely<Tables>, userPid: string): Promise<void> {
  await db.deleteFrom('microsoft_grants').where('user_pid', '=', userPid).execute()
}

/** Pids of the people whose mailboxes the portal may open; the pid is the key of the mailbox. */
export async function grantedMailboxes({ database }: GrantDeps): Promise<string[]> {
  const { rows } = await sql<{
    pid: string
  }>`select u.pid from microsoft_grants g join users u on u.pid = g.user_pid
    where u.deleted_at is null and u.status not in ('DISABLED', 'DELETED') order by 1`.execute(
    database.kysely,
  )
  return rows.map(({ pid }) => pid)
}

export interface Grant {
  user_pid: string
  /** Encrypted, as stored in the database. */
  refresh_token: string
}

async function findGrant({ database }: GrantDeps, person: string): Promise<Grant | undefined> {
  const { rows } =
    await sql<Grant>`select g.user_pid, g.refresh_token from microsoft_grants g join users u on u.pid = g.user_pid
    where u.pid = ${person} and u.deleted_at is null and u.status not in ('DISABLED', 'DELETED')`.execute(
      database.kysely,
    )
  return rows[0]
}

/** Exchanges a grant for an access token. Refresh tokens rotate, so a new one is stored immediately. */
export async function refreshGrant(deps: GrantDeps, { user_pid: userPid, refresh_token: sealed }: Grant) {
  const client = await microsoftClient(deps)
  const { secretKey, oldSecretKeys } = deps.environment
  const result = await oidc.refreshTokenGrant(
    client,
    decryptSecret(secretKey, purpose, sealed, oldSecretKeys),
  )
  if (result.refresh_token !== undefined) await saveGrant(deps, userPid, result.refresh_token)
  return result
}

interface KnownToken {
  token: string
  endsAtMs: number
}

/**
 * Access tokens for Microsoft Graph, cached in memory until they expire: for a person by their grant, for the
 * portal by the client secret.
 */
export class MicrosoftTokens {
  readonly #deps: GrantDeps
  readonly #known = new Map<string, Promise<KnownToken>>()

  constructor(deps: GrantDeps) {
    this.#deps = deps
  }

  /**
   * The token of the person with this pid; undefined if they have no grant or no active account. The lookup
   * never uses an email address, because addresses can be reassigned.
   */
  async ofPerson(person: string, fresh: boolean): Promise<string | undefined> {
    const grant = await findGrant(this.#deps, person)
    return grant && this.#token(`person ${grant.user_pid}`, fresh, () => refreshGrant(this.#deps, grant))
  }

  /** The portal's own token for `scope`. */
  ofPortal(scope: string, fresh: boolean): Promise<string> {
    return this.#token('portal', fresh, async () =>
      oidc.clientCredentialsGrant(await microsoftClient(this.#deps), { scope }),
    )
  }

  async #token(
    key: string,
    fresh: boolean,
    ask: () => Promise<oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers>,
  ): Promise<string> {
    const known = fresh ? undefined : await this.#known.get(key)
    if (known !== undefined && known.endsAtMs - marginMs > Date.now()) return known.token
    const asked = ask().then((result) => ({
      token: result.access_token,
      endsAtMs: Date.now() + (result.expiresIn() ?? 0) * 1_000,
    }))
    this.#known.set(key, asked)
    try {
      return (await asked).token
    } catch (error) {
      this.#known.delete(key)
      if (error instanceof Refusal) throw error
      this.#deps.log.warn({ err: error }, 'Microsoft gives no token')
      throw new Refusal(
        'forbidden',
        'The portal no longer has access to this mailbox at Microsoft. Sign in with Microsoft again.',
      )
    }
  }
}
