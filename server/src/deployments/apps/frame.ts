import { AppNonce } from '@portal/contract/app-protocol'
import { z } from 'zod'
import type { OpenApp } from './access.ts'

export const FrameQuery = z.strictObject({ nonce: AppNonce })

/** What an app may do in its frame: run its scripts. Everything else stays off, also an origin of its own. */
const sandbox = 'allow-scripts'

const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

/**
 * The document around an app: its policy allows frames of exactly the app's origin, so neither the app nor
 * its server can lead the frame anywhere else, and the portal's own document needs no frames of others. It
 * has no script and, like the app inside, no origin of its own.
 */
export function appFrame(
  { app, origin }: OpenApp,
  nonce: string,
  styleNonce: string,
): { html: string; policy: string } {
  const source = `${app.address}#portal=${nonce}`
  const policy = [
    "default-src 'none'",
    `frame-src ${origin}`,
    `style-src 'nonce-${styleNonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    `sandbox ${sandbox}`,
  ].join('; ')
  const html = `<!doctype html>
<html>
<head><meta charset="utf-8"><title>${escapeHtml(app.name_en)}</title>
<style nonce="${styleNonce}">html, body, iframe { display: block; width: 100%; height: 100%; margin: 0; border: 0; overflow: hidden }</style></head>
<body><iframe src="${escapeHtml(source)}" sandbox="${sandbox}" allow="" referrerpolicy="no-referrer" title="${escapeHtml(app.name_en)}"></iframe></body>
</html>
`
  return { html, policy }
}
