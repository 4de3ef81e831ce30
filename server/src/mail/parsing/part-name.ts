import { detectExtension } from 'nodemailer/lib/mime-funcs/mime-types'
import { decodeWords } from 'postal-mime'

const fixedNames: Readonly<Record<string, string>> = {
  'application/ms-tnef': 'winmail.dat',
  'application/vnd.ms-tnef': 'winmail.dat',
  'message/delivery-status': 'delivery-status.txt',
  'message/disposition-notification': 'read-receipt.txt',
  'message/feedback-report': 'feedback-report.txt',
  'text/rfc822-headers': 'original-headers.txt',
}
const extensions: Readonly<Record<string, string>> = {
  'text/plain': 'txt',
  'text/calendar': 'ics',
  'image/jpeg': 'jpg',
  'message/rfc822': 'eml',
}
/** Number of bytes of a nested message that are searched for its subject. */
const maxHeadLength = 16_384

/** The subject of a nested message, as a file name. */
function subjectIn(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, maxHeadLength)).toString('utf8')
  const end = head.search(/\r?\n\r?\n/)
  const [, subject = ''] =
    /^subject:[ \t]*([^\r\n]{0,500})/im.exec(end === -1 ? head : head.slice(0, end)) ?? []
  return decodeWords(subject)
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 100)
}

/**
 * A name for an unnamed part: a description, or its index among the attachments (from 0) with the extension
 * of its media type.
 */
export function nameOfPart(mimeType: string, place: number, bytes: Uint8Array): string {
  const type = mimeType.toLowerCase()
  const fixed = fixedNames[type]
  if (fixed !== undefined) return fixed
  const subject = type === 'message/rfc822' ? subjectIn(bytes) : ''
  return subject === ''
    ? `attachment-${place + 1}.${extensions[type] ?? (detectExtension(type) || 'bin')}`
    : `${subject}.eml`
}
