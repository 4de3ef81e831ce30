import { servedMimeType } from '@portal/contract'
import { create as contentDisposition } from 'content-disposition'

/** Control characters and direction marks, which are not allowed in a header. */
const unsafeInName = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * Headers for bytes that came by mail: a download under its own name, with a media type that browsers do not
 * run, sniff or frame.
 */
export function downloadHeaders(name: string, mimeType: string): Record<string, string> {
  const safeName = name.toWellFormed().replaceAll(unsafeInName, '').replaceAll(/[/\\]/g, '_') || 'attachment'
  const served = mimeType === 'message/rfc822' ? mimeType : servedMimeType(mimeType)
  return {
    'content-type': served.startsWith('text/') ? `${served}; charset=utf-8` : served,
    'content-disposition': contentDisposition(safeName),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  }
}
