import { createHmac, timingSafeEqual } from 'node:crypto'
import { Unsubscribable } from '@portal/contract/notifications'

/** The person and kind that an unsubscribe link is for; `DIGEST` is everything in the daily digest. */
export interface Unsubscription {
  pid: string
  kind: Unsubscribable
}

const sign = (secretKey: string, content: string): Buffer =>
  createHmac('sha256', secretKey).update(`unsubscribe ${content}`).digest()

/** The signed token of an unsubscribe link. It works without a session, for this kind alone. */
export function unsubscribeToken(secretKey: string, { pid, kind }: Unsubscription): string {
  const content = `${pid}.${kind}`
  return `${content}.${sign(secretKey, content).toString('base64url')}`
}

/** What a token is for; null when it was not signed here or is for a mandatory kind. */
export function readUnsubscribeToken(secretKey: string, token: string): Unsubscription | null {
  const [pid = '', kindName, signature = '', ...rest] = token.split('.')
  const kind = Unsubscribable.safeParse(kindName).data
  if (kind === undefined || rest.length > 0) return null
  const [expected, given] = [sign(secretKey, `${pid}.${kind}`), Buffer.from(signature, 'base64url')]
  return given.length === expected.length && timingSafeEqual(given, expected) ? { pid, kind } : null
}
