import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/**
 * The stage of the SMTP session at which the server breaks the connection, before it answers that command;
 * `end`: after the whole message.
 */
export const stages = ['greeting', 'hello', 'from', 'recipient', 'data', 'end', 'kept'] as const
export type Stage = (typeof stages)[number]

export interface SmtpSink {
  url: string
  /** Completely received messages, in order. */
  messages: { from: string; to: string[]; raw: string }[]
  /** Number of connections. */
  readonly calls: number
  /** Breaks the next connections at these stages, one each; later ones are accepted. */
  dropNext(...at: Stage[]): void
  /** Refused addresses, with the response code. */
  refused: Map<string, number>
  close(): Promise<void>
}

/**
 * An SMTP server on loopback that accepts everything or fails as a test wants. `kept`: it accepts the message
 * and breaks the connection without a response.
 */
export async function startSmtpSink(): Promise<SmtpSink> {
  const messages: SmtpSink['messages'] = []
  const refused = new Map<string, number>()
  const drops: Stage[] = []
  const atCall = new Map<string, Stage>()
  let calls = 0
  const drop = (sessionId: string): void => {
    for (const connection of server.connections) if (connection.session.id === sessionId) connection.close()
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    disableReverseLookup: true,
    onConnect(session, callback) {
      calls += 1
      const stage = drops.shift()
      if (stage !== undefined) atCall.set(session.id, stage)
      if (stage === 'greeting') return drop(session.id)
      callback()
    },
    onMailFrom(_address, session, callback) {
      const stage = atCall.get(session.id)
      if (stage === 'hello' || stage === 'from') return drop(session.id)
      callback()
    },
    onRcptTo(address, session, callback) {
      if (atCall.get(session.id) === 'recipient') return drop(session.id)
      const code = refused.get(address.address)
      callback(
        code === undefined
          ? null
          : Object.assign(new Error(`${address.address} is not here`), { responseCode: code }),
      )
    },
    onData(stream, session, callback) {
      const stage = atCall.get(session.id)
      if (stage === 'data') {
        stream.resume()
        return drop(session.id)
      }
      text(stream).then((raw) => {
        if (stage === 'end') return drop(session.id)
        const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address
        messages.push({ from, to: session.envelope.rcptTo.map(({ address }) => address), raw })
        if (stage === 'kept') return drop(session.id)
        callback()
      }, callback)
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The sink has no port.')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    messages,
    get calls() {
      return calls
    },
    dropNext: (...at) => void drops.push(...at),
    refused,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
