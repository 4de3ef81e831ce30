import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'
import { Refusal } from '@portal/contract'
import type { SMTPServerSession } from 'smtp-server'
import { officeAddresses } from '#configuration/office-addresses.ts'
import type { Deps } from '../../deps.ts'
import { listenOn } from '../../listen.ts'
import { countArrival, isFull, UnknownRecipients } from './arrival-limits.ts'
import type { ArrivalKind } from './arrival-limits.ts'
import { isWithin } from './authentication/authenticate-mail.ts'
import { mailboxesAmong } from './deliver-inside.ts'
import { receiveMessage } from './receive-message.ts'

/** A message of 25 MB of attachments as mail writes them, and its text. */
const maxMessageBytes = 36 * 1024 * 1024
/**
 * Messages on their way in hold together at most so many bytes of memory; more callers are asked to come
 * again.
 */
const maxBytesInFlight = 4 * maxMessageBytes
const maxRecipients = 100

/** What was said to a connection before it was ended. */
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
 * The port at which mail arrives (SMTP_LISTEN): for staff and the addresses of the office alone, everybody
 * else is 550; clients have no mail page. What it has answered 250 to is kept. Source: contract.md 6,
 * decision 0033.
 */
export async function startSmtpServer(
  deps: Deps,
  address: { port: number; host: string },
): Promise<SmtpServer> {
  let inFlight = 0

  const unknown = new UnknownRecipients(() => deps.clock.now().getTime())
  const { smtpTls, trustedMailRelay } = deps.environment

  /** The address whose mail is limited; null for the trusted relay, which carries everybody's. */
  const limitedAddress = (ip: string) =>
    trustedMailRelay !== null && isWithin(ip, trustedMailRelay.addresses) ? null : ip

  /** Why a recipient is refused, or null. */
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

  /** Refuses more than a day takes of a sender, of an address, or for a mailbox. */
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

  /** Ends a connection after a last word: whoever goes on sending what is too much is not listened to. */
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
          // The sender keeps it and comes again.
          if (error instanceof Refusal && error.type === 'insufficient-storage')
            return callback(answer(452, 'Insufficient system storage, try again later'))
          deps.log.error({ err: error }, 'mail not taken')
          callback(answer(451, 'Try again later'))
        },
      )
    },
  })
  // Lines that drop are everyday; what fails while listening is told by listenOn.
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
