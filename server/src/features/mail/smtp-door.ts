import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'
import { Refusal } from '@portal/contract'
import type { SMTPServerSession } from 'smtp-server'
import { officeAddresses } from '#configuration/office-addresses.ts'
import type { Deps } from '../../deps.ts'
import { listenOn } from '../../listen.ts'
import { mailboxesAmong } from './deliver-inside.ts'
import { receiveMessage } from './receive-message.ts'

/** A message of 25 MB of attachments as mail writes them, and its text. */
const largestMessageBytes = 36 * 1024 * 1024
/** Messages on their way in hold together at most so many bytes of memory; more callers are asked to come again. */
const mostBytesInFlight = 4 * largestMessageBytes
const mostRecipients = 100

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

export interface SmtpDoor {
  port: number
  close(): Promise<void>
}

/**
 * The door by which mail arrives (SMTP_LISTEN): for people of the portal and the addresses of the office alone, everybody else is 550. What
 * it has answered 250 to is kept. Source: contract.md section 6.
 */
export async function openSmtpDoor(deps: Deps, address: { port: number; host: string }): Promise<SmtpDoor> {
  let inFlight = 0

  async function isHere(recipient: string): Promise<boolean> {
    return (await mailboxesAmong(deps.database.kysely, await officeAddresses(deps), [recipient])).size > 0
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

  async function take(stream: AsyncIterable<Buffer>, recipients: readonly string[], session: SMTPServerSession): Promise<void> {
    const { id: sessionId, remoteAddress: ip, hostNameAppearsAs, envelope } = session
    const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address
    const pieces: Buffer[] = []
    let size = 0
    try {
      for await (const piece of stream) {
        size += piece.length
        inFlight += piece.length
        pieces.push(piece)
        if (size > largestMessageBytes) hangUp(sessionId, 552, 'Message is larger than this mailbox takes')
        if (inFlight > mostBytesInFlight) hangUp(sessionId, 421, 'Too much mail at once, try again later')
      }
      await receiveMessage(deps, Buffer.concat(pieces), recipients, { ip, helo: hostNameAppearsAs || ip, sender })
    } finally {
      inFlight -= size
    }
  }

  const server = new SMTPServer({
    banner: 'Permit Portal',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: largestMessageBytes,
    maxClients: 100,
    socketTimeout: 60_000,
    closeTimeout: 2_000,
    logger: false,
    onRcptTo({ address: recipient }, session, callback) {
      if (session.envelope.rcptTo.length >= mostRecipients) return callback(answer(452, 'Too many recipients'))
      isHere(recipient).then(
        (isKnown) => callback(isKnown ? null : answer(550, `There is no mailbox ${recipient} here`)),
        (error: unknown) => {
          deps.log.error({ err: error }, 'recipient not looked up')
          callback(answer(451, 'Try again later'))
        },
      )
    },
    onData(stream, session, callback) {
      const recipients = [...new Set(session.envelope.rcptTo.map(({ address: recipient }) => recipient.toLowerCase()))]
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
