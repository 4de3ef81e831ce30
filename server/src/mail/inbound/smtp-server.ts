import { once } from 'node:events'
import { Refusal } from '@portal/contract'
import type { SMTPServerSession } from 'smtp-server'
import { officeAddresses } from '#platform/configuration/office-addresses.ts'
import type { MailDeps } from '../deps.ts'
import { listenOn } from '#platform/http/listen.ts'
import { countArrival, isFull, UnknownRecipients } from './arrival-limits.ts'
import type { ArrivalKind } from './arrival-limits.ts'
import { isWithin } from '../authentication/authenticate-mail.ts'
import { mailboxesAmong } from '../outbox/deliver-inside.ts'
import { receiveMessage } from './receive-message.ts'

/** 25 MB of attachments in their encoding for mail, plus text. */
const maxMessageBytes = 36 * 1024 * 1024
/** Memory limit of all incoming messages; beyond it, senders are asked to retry later. */
const maxBytesInFlight = 4 * maxMessageBytes
const maxRecipients = 100

/** A response after which the connection is closed. */
class LastWord extends Error {
  readonly responseCode: number
  constructor(code: number, sentence: string) {
    super(sentence)
    this.responseCode = code
  }
}

function answer(code: number, sentence: string): Error {
  return Object.assign(new Error(sentence), { responseCode: code })
}

export interface SmtpServer {
  port: number
  close(): Promise<void>
}

/**
 * The SMTP server for incoming mail (SMTP_LISTEN). It accepts mail only for staff and the addresses of the
 * office; other recipients get 550, since clients have no mailbox. A message answered with 250 is stored.
 * Source: contract.md 6, decision 0033.
 */
export async function startSmtpServer(
  deps: MailDeps,
  address: { port: number; host: string },
): Promise<SmtpServer> {
  let inFlight = 0

  const unknown = new UnknownRecipients(() => deps.clock.now().getTime())
  const { smtpTls, trustedMailRelay } = deps.environment

  /** The IP address that limits apply to; null for the trusted relay, which forwards mail of many senders. */
  const limitedAddress = (ip: string) =>
    trustedMailRelay !== null && isWithin(ip, trustedMailRelay.addresses) ? null : ip

  /** Error for a refused recipient, or null. */
  async function refusalOf(
    recipient: string,
    { id, remoteAddress }: SMTPServerSession,
  ): Promise<Error | null> {
    const address = limitedAddress(remoteAddress)
    if (unknown.isBeyond(id, address)) return answer(450, 'Too many unknown recipients, try again later')
    const staffed = await mailboxesAmong(deps.database.kysely, await officeAddresses(deps), [recipient])
    const mailbox = staffed.get(recipient.toLowerCase())
    if (mailbox === undefined) {
      unknown.count(id, address)
      return answer(550, `There is no mailbox ${recipient} here`)
    }
    return (await isFull(deps, mailbox)) ? answer(452, 'This mailbox is full, try again later') : null
  }

  /** Throws when a daily limit of the sender, the IP address or a mailbox is exceeded. */
  async function requireWithinDay(
    recipients: readonly string[],
    sender: string,
    ip: string,
    bytes: number,
  ): Promise<void> {
    const mailboxes = await mailboxesAmong(deps.database.kysely, await officeAddresses(deps), recipients)
    const address = limitedAddress(ip)
    const keys: [ArrivalKind, string][] = [...new Set(mailboxes.values())].map((mailbox) => [
      'mailbox',
      mailbox,
    ])
    if (sender !== '') keys.unshift(['sender', sender.toLowerCase()])
    if (address !== null) keys.unshift(['address', address])
    const beyond = await countArrival(deps, keys, bytes)
    if (beyond !== undefined)
      throw new LastWord(452, `Too much mail for one ${beyond} today, try again tomorrow`)
  }

  /** Closes the connection after a response, so that a sender above a limit is not served further. */
  function hangUp(sessionId: string, code: number, sentence: string): never {
    for (const connection of server.connections) {
      if (connection.session.id !== sessionId) continue
      connection.send(code, sentence)
      connection.close()
    }
    throw new LastWord(code, sentence)
  }

  async function take(
    stream: AsyncIterable<Buffer>,
    recipients: readonly string[],
    session: SMTPServerSession,
  ): Promise<void> {
    const { id: sessionId, remoteAddress: ip, hostNameAppearsAs, envelope } = session
    const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address
    const pieces: Buffer[] = []
    let size = 0
    try {
      for await (const piece of stream) {
        size += piece.length
        inFlight += piece.length
        pieces.push(piece)
        if (size > maxMessageBytes) hangUp(sessionId, 552, 'Message is larger than this mailbox takes')
        if (inFlight > maxBytesInFlight) hangUp(sessionId, 421, 'Too much mail at once, try again later')
      }
      await requireWithinDay(recipients, sender, ip, size)
      await receiveMessage(deps, Buffer.concat(pieces), recipients, {
        ip,
        helo: hostNameAppearsAs || ip,
        sender,
      })
    } finally {
      inFlight -= size
    }
  }

  // Loaded here, because many servers take no mail.
  const { SMTPServer } = await import('smtp-server')
  const server = new SMTPServer({
    banner: 'Permit Portal',
    authOptional: true,
    disabledCommands: smtpTls === null ? ['AUTH', 'STARTTLS'] : ['AUTH'],
    ...smtpTls,
    disableReverseLookup: true,
    size: maxMessageBytes,
    maxClients: 100,
    socketTimeout: 60_000,
    closeTimeout: 2_000,
    logger: false,
    onRcptTo({ address: recipient }, session, callback) {
      if (session.envelope.rcptTo.length >= maxRecipients) return callback(answer(452, 'Too many recipients'))
      refusalOf(recipient, session).then(
        (refusal) => callback(refusal),
        (error: unknown) => {
          deps.log.error({ err: error }, 'recipient not looked up')
          callback(answer(451, 'Try again later'))
        },
      )
    },
    onClose: ({ id }) => unknown.forget(id),
    onData(stream, session, callback) {
      const recipients = [
        ...new Set(session.envelope.rcptTo.map(({ address: recipient }) => recipient.toLowerCase())),
      ]
      take(stream, recipients, session).then(
        () => callback(),
        (error: unknown) => {
          if (error instanceof LastWord) return callback(error)
          // 452: the sender keeps the message and retries.
          if (error instanceof Refusal && error.type === 'insufficient-storage')
            return callback(answer(452, 'Insufficient system storage, try again later'))
          deps.log.error({ err: error }, 'mail not taken')
          callback(answer(451, 'Try again later'))
        },
      )
    },
  })
  // Broken connections are normal; errors of listening are handled by listenOn.
  server.on('error', (error) => deps.log.debug({ err: error }, 'smtp connection failed'))
  await listenOn(address, async ({ port, host }) => {
    server.listen(port, host)
    await once(server.server, 'listening')
  })
  const bound = server.server.address()
  return {
    port: bound === null || typeof bound === 'string' ? address.port : bound.port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
