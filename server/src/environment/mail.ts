import { z } from 'zod'
import { StartRefusal } from './start-refusal.ts'
import { givenTogether, httpUrl, port, text, toList } from './variable-types.ts'

/** How mail comes in and goes out. */
export const mailVariables = {
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_PROVIDER: z.enum(['embedded', 'graph'], 'must be embedded or graph').default('embedded'),
  GRAPH_BASE_URL: httpUrl.optional(),
  GRAPH_MAILBOX: text.optional(),
  SMTP_LISTEN: port.optional(),
  MAIL_DOMAINS: z
    .string()
    .regex(/^\s*[a-z0-9-]+(\.[a-z0-9-]+)+(\s*,\s*[a-z0-9-]+(\.[a-z0-9-]+)+)*\s*$/i, 'must be a comma list of domains, such as city.example.gov')
    .optional(),
}
const Mail = z.object(mailVariables)

export interface MailEnvironment {
  smtpUrl: string | null
  mailProvider: 'embedded' | 'graph'
  graph: { baseUrl: string; mailbox: string } | null
  /** Port on which the embedded mailbox accepts mail; null = off. */
  smtpListen: number | null
  /** Domains in which office addresses may lie, in lower case; empty = those of PUBLIC_ORIGIN and GRAPH_MAILBOX. */
  mailDomains: readonly string[]
}

export function toMailEnvironment(variables: z.infer<typeof Mail>): MailEnvironment {
  const { GRAPH_BASE_URL, GRAPH_MAILBOX, MAIL_PROVIDER } = variables
  const graph = givenTogether({ GRAPH_BASE_URL, GRAPH_MAILBOX })
  if (MAIL_PROVIDER === 'graph' && graph === null)
    throw new StartRefusal('GRAPH_BASE_URL is missing: MAIL_PROVIDER=graph needs GRAPH_BASE_URL and GRAPH_MAILBOX.')
  return {
    smtpUrl: variables.SMTP_URL ?? null,
    mailProvider: MAIL_PROVIDER,
    graph: graph === null ? null : { baseUrl: graph.GRAPH_BASE_URL, mailbox: graph.GRAPH_MAILBOX },
    smtpListen: variables.SMTP_LISTEN ?? null,
    mailDomains: toList(variables.MAIL_DOMAINS?.toLowerCase()),
  }
}
