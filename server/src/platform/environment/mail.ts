import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { StartRefusal } from './start-refusal.ts'
import { requiredTogether, httpUrl, port, text, toList, wholeNumberVariable } from './variable-types.ts'

/** Incoming and outgoing mail. */
export const mailVariables = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })
    .optional()
    .meta({
      description:
        'server that outgoing mail is given to, `smtps://`, or `smtp://` with `?requireTLS=true` off this machine',
      absent: 'none: mail stays inside',
    }),
  MAIL_PROVIDER: z
    .enum(['embedded', 'graph'], 'must be embedded or graph')
    .default('embedded')
    .meta({ description: 'where mailboxes are: `embedded` or `graph` (Microsoft)' }),
  GRAPH_BASE_URL: httpUrl.optional().meta({ description: 'address of Microsoft Graph' }),
  GRAPH_MAILBOX: text.optional().meta({ description: "the office's mailbox at Microsoft" }),
  SMTP_LISTEN: port
    .optional()
    .meta({ description: 'port on which embedded mailboxes accept mail', absent: 'none: off' }),
  SMTP_TLS_CERT: text.optional().meta({
    description: 'certificate chain for `SMTP_LISTEN`, a PEM file; needs the next',
    absent: 'none: no STARTTLS',
  }),
  SMTP_TLS_KEY: text.optional().meta({ description: 'private key of that certificate, a PEM file' }),
  MAIL_QUOTA_MB: wholeNumberVariable
    .default(5_000)
    .meta({ description: 'how much a mailbox holds; `0` = no limit' }),
  TRUSTED_MAIL_RELAY: z
    .string()
    .regex(
      /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i,
      'must be the name the relay writes into Authentication-Results, such as mx.example.org',
    )
    .optional()
    .meta({
      description:
        'relay in front of `SMTP_LISTEN` whose `Authentication-Results` count, by the name it writes there',
    }),
  TRUSTED_MAIL_RELAY_ADDRESSES: text
    .optional()
    .meta({ description: "comma list of that relay's addresses and CIDR blocks; belongs to the one before" }),
  MAIL_DOMAINS: z
    .string()
    .regex(
      /^\s*[a-z0-9-]+(\.[a-z0-9-]+)+(\s*,\s*[a-z0-9-]+(\.[a-z0-9-]+)+)*\s*$/i,
      'must be a comma list of domains, such as city.example.gov',
    )
    .optional()
    .meta({
      description: 'comma list of domains in which office addresses may be',
      absent: 'those of `PUBLIC_ORIGIN`, `GRAPH_MAILBOX`',
    }),
}
const Mail = z.object(mailVariables)

export interface MailEnvironment {
  smtpUrl: string | null
  mailProvider: 'embedded' | 'graph'
  graph: { baseUrl: string; mailbox: string } | null
  /** Port on which the embedded mail server accepts mail; null = off. */
  smtpListen: number | null
  /** Certificate chain and key for STARTTLS on SMTP_LISTEN, as PEM text; null = no STARTTLS. */
  smtpTls: { cert: string; key: string } | null
  /** Quota of a mailbox in MB; 0 = unlimited. */
  mailQuotaMb: number
  /**
   * The mail relay in front of SMTP_LISTEN. Its Authentication-Results are trusted only from these CIDR
   * blocks; null = no relay.
   */
  trustedMailRelay: { id: string; addresses: readonly string[] } | null
  /**
   * Allowed domains of office addresses, in lower case; empty = the domains of PUBLIC_ORIGIN and
   * GRAPH_MAILBOX.
   */
  mailDomains: readonly string[]
}

/** Reads the certificate and its key, and checks that they match. */
function toSmtpTls({ SMTP_TLS_CERT, SMTP_TLS_KEY }: z.infer<typeof Mail>): MailEnvironment['smtpTls'] {
  const files = requiredTogether({ SMTP_TLS_CERT, SMTP_TLS_KEY })
  if (files === null) return null
  const [cert, key] = Object.entries(files).map(([name, path]) => {
    try {
      return readFileSync(path, 'utf8')
    } catch (error) {
      throw new StartRefusal(
        `${name} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
      )
    }
  })
  const tls = { cert: cert ?? '', key: key ?? '' }
  try {
    createSecureContext(tls)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartRefusal(
      `SMTP_TLS_CERT and SMTP_TLS_KEY must be a certificate and its key in PEM: ${reason}.`,
    )
  }
  return tls
}

function toRelay({
  TRUSTED_MAIL_RELAY,
  TRUSTED_MAIL_RELAY_ADDRESSES,
}: z.infer<typeof Mail>): MailEnvironment['trustedMailRelay'] {
  const relay = requiredTogether({ TRUSTED_MAIL_RELAY, TRUSTED_MAIL_RELAY_ADDRESSES })
  if (relay === null) return null
  const addresses = toList(relay.TRUSTED_MAIL_RELAY_ADDRESSES).map((address) => {
    if (ipaddr.isValidCIDR(address)) return address
    if (ipaddr.isValid(address)) return `${address}/${ipaddr.parse(address).kind() === 'ipv4' ? 32 : 128}`
    throw new StartRefusal(
      `TRUSTED_MAIL_RELAY_ADDRESSES must be a comma list of addresses and CIDR blocks, and ${address} is neither.`,
    )
  })
  return { id: relay.TRUSTED_MAIL_RELAY, addresses }
}

export function toMailEnvironment(variables: z.infer<typeof Mail>): MailEnvironment {
  const { GRAPH_BASE_URL, GRAPH_MAILBOX, MAIL_PROVIDER } = variables
  const graph = requiredTogether({ GRAPH_BASE_URL, GRAPH_MAILBOX })
  if (MAIL_PROVIDER === 'graph' && graph === null)
    throw new StartRefusal(
      'GRAPH_BASE_URL is missing: MAIL_PROVIDER=graph needs GRAPH_BASE_URL and GRAPH_MAILBOX.',
    )
  return {
    smtpUrl: variables.SMTP_URL ?? null,
    mailProvider: MAIL_PROVIDER,
    graph: graph === null ? null : { baseUrl: graph.GRAPH_BASE_URL, mailbox: graph.GRAPH_MAILBOX },
    smtpListen: variables.SMTP_LISTEN ?? null,
    smtpTls: toSmtpTls(variables),
    mailQuotaMb: variables.MAIL_QUOTA_MB,
    trustedMailRelay: toRelay(variables),
    mailDomains: toList(variables.MAIL_DOMAINS?.toLowerCase()),
  }
}
