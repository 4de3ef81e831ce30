import { sql } from 'kysely'
import { openDeps } from '../open-deps.ts'
import { parseEnvironment } from '../environment.ts'
import { seedFirstStart } from './first-start.ts'
const opened = await openDeps(parseEnvironment(process.env), console.log)
try {
  console.time('seed'); await seedFirstStart(opened.deps, console.log); console.timeEnd('seed')
  console.time('again'); await seedFirstStart(opened.deps, console.log); console.timeEnd('again')
  for (const t of ['permits', 'files', 'mail_messages', 'seed_steps']) console.log(t, (await sql.raw(`select count(*) as n from ${t}`).execute(opened.deps.database.kysely).catch(String)).rows?.[0])
} finally { await opened.close() }
