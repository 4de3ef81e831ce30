import { Readable } from 'node:stream'
import { inEnglish, phrase, toEnvelopeAddress, verbatim } from '@portal/contract'
import type { Sayable } from '@portal/contract'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'

/** A message to be sent by SMTP. */
export interface RelayedMessage {
  from: string
  to: readonly string[]
  raw: Readable
  /** Awaited before the end of the message is sent: from then on a recipient may have it. */
  onHandOver: () => Promise<void>
}

/**
 * A recipient the server refused, with its response. `isFinal`: the refusal is permanent. `isBounce`: it is
 * because of the address.
 */
export interface RefusedRecipient {
  address: string
  response: string
  isFinal: boolean
  isBounce?: boolean
}

/** No recipient got the message, or the outcome is unknown. */
export class RelayFailure extends Error {
  readonly reason: Sayable
  /** False when a retry may help. */
  readonly isFinal: boolean
  /** The whole message was sent without a response: it is unknown whether it was accepted. */
  readonly isUnknown: boolean
  /**
   * A code for operators when the server is at fault, not the message; null otherwise. It holds no addresses.
   */
  readonly fault: string | null
  /** The server refused all recipients for good. */
  readonly isBounce: boolean
  constructor(
    reason: Sayable,
    {
      isFinal,
      isUnknown,
      fault = null,
      isBounce = false,
    }: { isFinal: boolean; isUnknown: boolean; fault?: string | null; isBounce?: boolean },
  ) {
    super(inEnglish(reason))
    this.reason = reason
    this.name = 'RelayFailure'
    this.isFinal = isFinal
    this.isUnknown = isUnknown
    this.fault = fault
    this.isBounce = isBounce
  }
}

/** Timeouts; a server may take a while after it received a message. */
const waits = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 60_000,
  dnsTimeout: 10_000,
}

/** Passes bytes on with a delay of one piece, so that `beforeEnd` finishes before the last piece is sent. */
async function* holdingEnd(
  source: AsyncIterable<Uint8Array>,
  beforeEnd: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array | undefined
  for await (const piece of source) {
    if (held !== undefined) yield held
    held = piece
  }
  await beforeEnd()
  if (held !== undefined) yield held
}

interface Answered {
  responseCode?: number
  response?: string
  code?: string
  command?: string
}

const codeOf = (error: Error & Answered) => error.responseCode ?? 0

/**
 * Whether an answer to RCPT says that the address is no good. Enhanced codes (RFC 3463) of class 5.7 refuse
 * the
 * sender, 5.3 and 5.4 concern the system, and 5.2.2 is a full mailbox.
 */
export function isBadAddress(code: number, response: string): boolean {
  const enhanced = /^\d{3}[ -]5\.(\d{1,3})\.(\d{1,3})\b/.exec(response)
  if (code < 500) return false
  if (enhanced === null) return true
  const [, subject = '', detail = ''] = enhanced
  return subject === '1' || (subject === '2' && detail !== '2')
}

const responseOf = (error: Error & Answered) => error.response ?? ''
const isRecipientsError = ({ code, command }: Error & Answered) =>
  code === 'EENVELOPE' && command === 'RCPT TO'

/**
 * The fault of the server, such as `ECONNREFUSED` or `EAUTH 535`; null when it refused the message or its
 * recipients.
 */
function faultOf(error: Error & Answered): string | null {
  const { code = 'UNKNOWN', responseCode } = error
  if (code === 'EMESSAGE' || isRecipientsError(error)) return null
  // The driver's code is coarse: a refused connection is ESOCKET, and its message has the code of the system.
  const ofSystem = /\bE[A-Z]{4,}\b/.exec(error.message)?.[0]
  return `${ofSystem ?? code}${responseCode === undefined ? '' : ` ${responseCode}`}`
}

function connect(connection: SMTPConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.once('error', reject)
    connection.connect((error) => (error ? reject(error) : resolve()))
  })
}

function signIn(connection: SMTPConnection, auth: unknown): Promise<void> {
  const { user, pass } = toCredentials(auth)
  if (user === null) return Promise.resolve()
  return new Promise((resolve, reject) =>
    connection.login({ user, pass }, (error) => (error ? reject(error) : resolve())),
  )
}

function toCredentials(auth: unknown): { user: string | null; pass: string } {
  if (typeof auth !== 'object' || auth === null) return { user: null, pass: '' }
  const user = 'user' in auth && typeof auth.user === 'string' ? auth.user : null
  return { user, pass: 'pass' in auth && typeof auth.pass === 'string' ? auth.pass : '' }
}

function send(
  connection: SMTPConnection,
  message: RelayedMessage,
  onEnd: () => Promise<void>,
): Promise<RefusedRecipient[]> {
  const bytes = Readable.from(holdingEnd(message.raw, onEnd), { objectMode: false })
  return new Promise((resolve, reject) => {
    connection.on('error', reject)
    connection.once('end', () => reject(new Error('Connection closed unexpectedly')))
    connection.send(
      { from: toEnvelopeAddress(message.from), to: message.to.map(toEnvelopeAddress) },
      bytes,
      (error, info) => {
        if (error) return reject(error)
        const refused = (info.rejectedErrors ?? []).map(
          (rejectedError: Error & Answered & { recipient?: string }) => ({
            address:
              message.to.find((address) => toEnvelopeAddress(address) === rejectedError.recipient) ??
              rejectedError.recipient ??
              '',
            response: rejectedError.response ?? rejectedError.message,
            isFinal: codeOf(rejectedError) >= 500,
            isBounce: isBadAddress(codeOf(rejectedError), rejectedError.response ?? ''),
          }),
        )
        resolve(refused)
      },
    )
  })
}

/** Error for external recipients when SMTP_URL is not set. */
export const noServerFor = (people: readonly string[]) =>
  phrase('Not sent to {{people}}: outgoing email isn’t set up (SMTP_URL). Contact your administrator.', {
    people: people.join(', '),
  })

/** Connects and signs in to the server of SMTP_URL without sending anything. Throws when that fails. */
export async function checkRelay(url: string): Promise<void> {
  const { auth, ...options } = parseConnectionUrl(url)
  const connection = new SMTPConnection({ ...options, ...waits, logger: false })
  try {
    await connect(connection)
    await signIn(connection, auth)
  } finally {
    connection.removeAllListeners('error')
    connection.on('error', () => undefined)
    connection.quit()
  }
}

/**
 * Sends one message to the server of SMTP_URL and returns the refused recipients. Throws RelayFailure when
 * nobody got it or the outcome is unknown. Opens no other file or URL.
 */
export async function relay(url: string, message: RelayedMessage): Promise<RefusedRecipient[]> {
  const { auth, ...options } = parseConnectionUrl(url)
  const connection = new SMTPConnection({ ...options, ...waits, logger: false })
  let wasHandedOver = false
  const onEnd = async () => {
    await message.onHandOver()
    wasHandedOver = true
  }
  try {
    await connect(connection)
    await signIn(connection, auth)
    return await send(connection, message, onEnd)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const code = codeOf(error)
    throw new RelayFailure(verbatim(error.message), {
      isFinal: code >= 500,
      isUnknown: wasHandedOver && code === 0,
      fault: faultOf(error),
      isBounce: isRecipientsError(error) && isBadAddress(code, responseOf(error)),
    })
  } finally {
    message.raw.destroy()
    connection.removeAllListeners('error')
    // Later errors of the connection no longer concern a message.
    connection.on('error', () => undefined)
    connection.quit()
  }
}
