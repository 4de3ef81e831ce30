import { pino } from 'pino'
import { openEmbedded } from '#database/embedded-database.ts'

// Writes rows into the embedded PostgreSQL of the folder given and prints the number of each once it is acknowledged, until it is killed.
const database = await openEmbedded(process.argv[2] ?? '', pino({ level: 'silent' }))
process.once('SIGTERM', () => void database.close().then(() => process.exit(0)))
await database.named('create table if not exists written (value int primary key)', [])
for (let value = 1; ; value += 1) {
  await database.named('insert into written values ($1)', [value])
  process.stdout.write(`${value}\n`)
}
