import { phrase, problemTypes } from '@portal/contract'
import type { Language, Refusal } from '@portal/contract'
import { localize } from '#platform/language/localize.ts'
import type { FastifyReply } from 'fastify'
import type { DomainDeps } from '#domain/deps.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')

const title = phrase('Sign-in did not work', {})
const back = phrase('Back to sign-in', {})

/**
 * Sends a readable HTML page with the status of the refusal. The browser is at the callback address, which
 * the shell does not serve.
 */
export function sendTroublePage(
  deps: Pick<DomainDeps, 'ids'>,
  reply: FastifyReply,
  refusal: Refusal,
  language: Language,
): FastifyReply {
  const say = localize(language)
  const { status } = problemTypes[refusal.type]
  const nonce = deps.ids.token(16)
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(say(title))}</title><style nonce="${nonce}">:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem}</style>
</head><body><main><h1>${escaped(say(title))}</h1><p>${escaped(say(refusal.detail))}</p><p><a href="/login">${escaped(say(back))}</a></p></main></body></html>`
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
