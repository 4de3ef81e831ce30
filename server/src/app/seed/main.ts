import { parseArgs } from 'node:util'
import { openDeps } from '#app/open-deps.ts'
import { runCommand } from '#app/run-command.ts'
import { parseEnvironment } from '#platform/environment/environment.ts'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import { hasRealPeople } from '#platform/auth/demo-people.ts'
import { seedFirstStart } from './first-start.ts'
import { growPermits } from './grow-permits.ts'

const max = 10_000_000

/** The number after `--rows`. Throws a StartRefusal that names the problem. */
export function readSampleRows(args: readonly string[]): number {
  const usage = `--rows must be a whole number from 1 to ${max}, as in: npm run seed -- --rows 1000000`
  let rows: string | undefined
  try {
    rows = parseArgs({ args: [...args], options: { rows: { type: 'string' } }, strict: true }).values.rows
  } catch {
    throw new StartRefusal(`${args.join(' ')} will not do: ${usage}.`)
  }
  if (rows === undefined) throw new StartRefusal(`--rows is missing: ${usage}.`)
  const count = /^\d{1,8}$/.test(rows) ? Number(rows) : 0
  if (count < 1 || count > max) throw new StartRefusal(`--rows ${rows} will not do: ${usage}.`)
  return count
}

/** `npm run seed -- --rows N`: creates the demonstration data if there are none, then permits up to N. */
async function run(): Promise<void> {
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const rows = readSampleRows(process.argv.slice(2))
  const { deps, close } = await openDeps(parseEnvironment(process.env), say)
  try {
    await seedFirstStart(deps, say)
    if (await hasRealPeople(deps.database.kysely))
      throw new StartRefusal(
        'There are real people in these data: sample data grow only where nobody else is. Name another DATA_DIR or DATABASE_URL.',
      )
    const added = await growPermits(deps, rows, process.stdout)
    say(
      added === 0
        ? `Nothing to do: there are ${rows.toLocaleString('en-US')} permits or more already.`
        : `Added ${added.toLocaleString('en-US')} permits.`,
    )
  } finally {
    await close()
  }
}

if (import.meta.main) await runCommand(run)
