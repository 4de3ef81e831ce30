import { problemTypes } from '@portal/contract'
import type { Refusal } from '@portal/contract'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../../../deps.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')

/**
 * Sends a readable HTML page with the status of the refusal. The browser is at the callback address, which
 * the shell does not serve.
 */
export function sendTroublePage(
  deps: Pick<Deps, 'ids'>,
  reply: FastifyReply,
  refusal: Refusal,
): FastifyReply {
  const { status } = problemTypes[refusal.type]
  const nonce = deps.ids.token(16)
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sign-in did not work</title><style nonce="${nonce}">:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem}</style>
</head><body><main><h1>Sign-in did not work</h1><p>${escaped(refusal.message)}</p><p><a href="/login">Back to sign-in</a></p></main></body></html>`
  return reply
    .code(status)
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html)
}
