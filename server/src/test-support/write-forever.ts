import { pino } from 'pino'
import { openEmbedded } from '#platform/database/embedded-database.ts'

// Writes rows to the embedded PostgreSQL of the given folder and prints the number of each acknowledged row,
// until it is killed.
const database = await openEmbedded(process.argv[2] ?? '', pino({ level: 'silent' }))
let stopping = false
process.once('SIGTERM', () => (stopping = true))
await database.query('create table if not exists written (value int primary key)', [])
for (let value = 1; !stopping; value += 1) {
  await database.query('insert into written values ($1)', [value])
  process.stdout.write(`${value}\n`)
}
await database.close()
