import { open } from 'node:fs/promises'
import { hostname } from 'node:os'
import { connect as connectTcp } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { AuditDestination } from '#platform/environment/audit.ts'

/** An audit row as it is sent: one JSON object per line. */
export interface SentRow {
  position: number
  hash: string
  at: string
  kind: string
  actor: string | null
  person: string | null
  request: string | null
  address: string | null
  userAgent: string | null
  detail: unknown
}

/** Takes rows in order. Throws when they did not arrive; the caller then sends them again. */
export type AuditSink = (rows: readonly SentRow[]) => Promise<void>

const maxSendMs = 10_000
const maxFarewellMs = 1_000
/** Facility 13 (log audit), severity 5 (notice). Source: RFC 5424, 6.2.1. */
const priority = 13 * 8 + 5

/** Printable ASCII without spaces, as RFC 5424 requires in the header. */
const headerWord = (value: string, longest: number) =>
  value.replaceAll(/[^\x21-\x7e]/g, '').slice(0, longest) || '-'

/**
 * A row as an RFC 5424 message with octet counting (RFC 6587, 3.4.1), so that no content can end the message.
 */
export function syslogFrame(row: SentRow, host: string): string {
  const header = `<${priority}>1 ${row.at} ${headerWord(host, 255)} permit-portal ${process.pid} ${headerWord(row.kind, 32)} -`
  const message = `${header} ${JSON.stringify(row)}`
  return `${Buffer.byteLength(message)} ${message}`
}

function sendTo(socket: Socket, ready: string, bytes: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(maxSendMs, () => socket.destroy(new Error('The audit server does not answer.')))
    socket.once('error', reject)
    let isSent = false
    // A server that has read everything closes the connection. One that keeps it open had enough time to
    // reject the message.
    const finish = () => (isSent ? resolve() : reject(new Error('The audit server closed the connection.')))
    socket.once('close', finish)
    socket.once(ready, () => {
      socket.end(bytes, () => {
        isSent = true
        setTimeout(() => socket.destroy(), maxFarewellMs).unref()
      })
    })
    socket.resume()
  })
}

const lines = (rows: readonly SentRow[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

async function appendTo(path: string, rows: readonly SentRow[]): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    await file.appendFile(lines(rows))
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** Opens the sink of a destination. A file is opened again for each write, so that it can be rotated. */
export function openAuditSink(destination: AuditDestination): AuditSink {
  switch (destination.kind) {
    case 'stdout':
      return (rows) =>
        new Promise((resolve, reject) =>
          process.stdout.write(lines(rows), (error) => (error ? reject(error) : resolve())),
        )
    case 'file':
      return (rows) => appendTo(destination.path, rows)
    case 'syslog': {
      const { host, port, tls } = destination
      return async (rows) => {
        const bytes = rows.map((row) => syslogFrame(row, hostname())).join('')
        if (tls) await sendTo(connectTls({ host, port, servername: host }), 'secureConnect', bytes)
        else await sendTo(connectTcp({ host, port }), 'connect', bytes)
      }
    }
  }
}
