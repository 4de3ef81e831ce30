import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '@portal/contract'
import { MicrosoftTokens } from '#platform/auth/microsoft-grants.ts'
import { scannedBody } from '#domain/scanning/scan-bytes.ts'
import type { MailDeps } from '#mail/deps.ts'
import type { MailProvider } from '../mail-provider.ts'
import { maxShownLength } from '../../parsing/shown-part.ts'
import { GraphClient } from './graph-client.ts'
import type { GraphAccess } from './graph-client.ts'
import { createGraphMail } from './graph-mail.ts'

/** Returns the access to a mailbox. */
export type AccessTo = (mailbox: string, fresh: boolean) => Promise<GraphAccess>

/**
 * Access to a person's own mailbox with the token from their sign-in, found by their pid, and to the shared
 * mailbox with the portal's own token. An office address never opens a person's mailbox.
 */
function accessBySignIn(
  deps: Omit<MailDeps, 'mail'>,
  { baseUrl, mailbox: shared }: { baseUrl: string; mailbox: string },
): AccessTo {
  const tokens = new MicrosoftTokens(deps)
  const scope = `${new URL(baseUrl).origin}/.default`
  return async (mailbox, fresh) => {
    const own = mailbox === shared ? undefined : await tokens.ofPerson(mailbox, fresh)
    if (own !== undefined) return { token: own, root: '/me' }
    if (mailbox !== shared)
      throw new Refusal('forbidden', 'Sign in with Microsoft to give the portal access to your mailbox.')
    return { token: await tokens.ofPortal(scope, fresh), root: `/users/${encodeURIComponent(mailbox)}` }
  }
}

export interface GraphMailOptions {
  accessTo?: AccessTo
  wait?: (ms: number) => Promise<void>
}

/**
 * Mail at Microsoft as configured by GRAPH_BASE_URL and GRAPH_MAILBOX. Tests pass their own tokens and do not
 * wait.
 */
export function openGraphMail(
  deps: Omit<MailDeps, 'mail'>,
  local: MailProvider,
  settings: { baseUrl: string; mailbox: string },
  options: GraphMailOptions = {},
): MailProvider {
  const shared = settings.mailbox.toLowerCase()
  const baseUrl = settings.baseUrl.replace(/\/$/, '')
  const access = options.accessTo ?? accessBySignIn(deps, { baseUrl, mailbox: shared })
  const pause = options.wait ?? ((ms: number) => wait(ms))
  const client = new GraphClient({ baseUrl, access, wait: pause })
  const toText = (html: string) => deps.mailParser.toText(html.slice(0, maxShownLength))
  const addressOf = async (mailbox: string) => {
    const owner = await deps.database.kysely
      .selectFrom('users')
      .select('email')
      .where('pid', '=', mailbox)
      .executeTakeFirst()
    return owner?.email?.toLowerCase() ?? mailbox
  }
  const rootOf = async (mailbox: string) => (await access(mailbox, false)).root
  const scan = (body: Readable) => scannedBody(deps, body)
  const parts = { toText, client, wait: pause, origin: new URL(baseUrl).origin, rootOf, addressOf, scan }
  return createGraphMail(parts, local, shared)
}
