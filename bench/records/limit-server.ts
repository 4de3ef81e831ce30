import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'

/**
 * The baseline: node:http, `pg`, named statements and JSON built by PostgreSQL. Like the portal, it takes
 * POST requests with a JSON body. It has no sessions, row rules, validation or audit history. It runs beside
 * the portal on the same database. Arguments: the data folder of the portal and the module with the
 * statements. It prints its port.
 */
const dataDir = process.argv[2] ?? ''
const folder = readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
const secrets = z
  .object({ portal: z.string() })
  .parse(JSON.parse(readFileSync(join(dataDir, 'database.secret'), 'utf8')))
const pool = new pg.Pool({
  host: folder,
  user: 'portal',
  database: 'portal',
  password: secrets.portal,
  max: 16,
})

const Statements = z.object({ statements: z.record(z.string(), z.string()) })
const { statements } = Statements.parse(await import(process.argv[3] ?? ''))

const Values = z.array(z.string())

const server = createServer((request, response) => {
  const name = (request.url ?? '').slice(1)
  const text = statements[name]
  if (text === undefined) {
    response.writeHead(404).end()
    return
  }
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const values = Values.parse(JSON.parse(Buffer.concat(parts).toString('utf8')))
    pool.query<{ line: string }>({ name, text, values }).then(
      ({ rows }) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(`[${rows.map((row) => row.line).join(',')}]`),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(server.address())}\n`))
