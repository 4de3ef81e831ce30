import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Board, Overview, Submissions, TimeZone, addDays, dayIn, submissionPeriods } from '@portal/contract'
import { z } from 'zod'
import { median, samples } from '../records/load.ts'
import type { Call } from '../records/load.ts'
import { responseOf, startServers } from '../records/servers.ts'
import type { Servers } from '../records/servers.ts'
import { writeReport } from '../write-report.ts'

/**
 * Overview and board with `rowCount` permits compared with plain SQL. Goals: at most `mostRatio` times the
 * median of plain SQL, and at most `mostMs` per call.
 */
const rowCount = Number(process.env['ROWS'] ?? '1000000')
const times = Number(process.env['TIMES'] ?? '60')
const maxRatio = 1.5

const Me = z.object({ pid: z.string(), timeZone: TimeZone })
const PlainOverview = z.tuple([
  z.object({
    myTurn: z.number(),
    unassigned: z.number(),
    stale: z.number(),
    standing: z.array(z.object({ court: z.string(), count: z.number() })),
    due: z.object({ count: z.number(), amount: z.number() }),
    expiring: z.array(z.number()),
  }),
])
const ByAuthority = z
  .array(z.object({ authority: z.string().nullable(), count: z.number(), first: z.number().optional() }))
  .nullable()
const PlainSubmissions = z.tuple([z.object({ sent: ByAuthority, approved: ByAuthority })])
const PlainBoard = z.tuple([
  z.object({
    columns: z.array(
      z.object({
        status: z.string(),
        count: z.number(),
        cards: z.array(z.object({ pid: z.string() })).nullable(),
      }),
    ),
  }),
])

interface Question {
  what: string
  mostMs: number
  ours: () => Call
  limit: () => Call
  /** Normalizes both answers so that they can be compared. */
  told: { ours: (result: unknown) => unknown; limit: (result: unknown) => unknown }
}

const longest = Math.max(...submissionPeriods)
const inOrder = (lines: readonly (readonly unknown[])[]) => lines.map((line) => line.join(' ')).toSorted()

/** The portal counts in days of the time zone of the user, and so does plain SQL. */
function questionsOf(servers: Servers, person: string, zone: TimeZone): Question[] {
  const day = dayIn(zone, new Date())
  return [
    {
      what: 'Overview',
      mostMs: 500,
      ours: () => servers.crud('permits/overview', 'GET'),
      limit: () => servers.limit('overview', person, day, zone),
      told: {
        ours: (result) => {
          const { myTurn, unassigned, stale, waitingOn, feesDue, expiring } = Overview.parse(result)
          return [
            myTurn.count,
            unassigned?.count,
            stale?.count,
            waitingOn.map(({ count }) => count),
            feesDue?.due.amount,
            expiring.map(({ count }) => count),
          ]
        },
        limit: (result) => {
          const [{ myTurn, unassigned, stale, standing, due, expiring }] = PlainOverview.parse(result)
          const waits = ['OURS', 'CLIENT', 'AUTHORITY'].map((court) =>
            standing.reduce((sum, each) => sum + (each.court === court ? each.count : 0), 0),
          )
          return [myTurn, unassigned, stale, waits, due.amount, expiring]
        },
      },
    },
    {
      what: `submissions of ${longest} days by authority`,
      mostMs: 500,
      ours: () => servers.crud('permits/overview/submissions', 'GET', { days: longest }),
      limit: () => servers.limit('submissions', addDays(day, 1 - longest), zone),
      told: {
        ours: (result) =>
          inOrder(
            Submissions.parse(result).authorities.map(({ authority, submitted, approved, firstPass }) => [
              authority?.pid ?? null,
              submitted?.count ?? 0,
              approved.count,
              firstPass.count,
            ]),
          ),
        limit: (result) => {
          const [{ sent, approved }] = PlainSubmissions.parse(result)
          const pids = [...new Set([...(sent ?? []), ...(approved ?? [])].map(({ authority }) => authority))]
          const of = (rows: z.infer<typeof ByAuthority>, pid: string | null) =>
            rows?.find(({ authority }) => authority === pid)
          return inOrder(
            pids.map((pid) => [
              pid,
              of(sent, pid)?.count ?? 0,
              of(approved, pid)?.count ?? 0,
              of(approved, pid)?.first ?? 0,
            ]),
          )
        },
      },
    },
    {
      what: 'board of permits on the way',
      mostMs: 300,
      ours: () => servers.crud('permits/board', 'GET'),
      limit: () => servers.limit('board'),
      told: {
        ours: (result) =>
          Board.parse(result).columns.map(({ status, count, cards }) => [
            status,
            count,
            cards.map(({ pid }) => pid),
          ]),
        limit: (result) =>
          PlainBoard.parse(result)[0].columns.map(({ status, count, cards }) => [
            status,
            count,
            (cards ?? []).map(({ pid }) => pid),
          ]),
      },
    },
  ]
}

/** Both sides must return the same values; otherwise the comparison is invalid. */
async function assertSame({ what, ours, limit, told }: Question): Promise<void> {
  const [one, other] = [
    told.ours(JSON.parse((await responseOf(ours())).text)),
    told.limit(JSON.parse((await responseOf(limit())).text)),
  ]
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(
      `${what}: the limit answers something else than the portal:\n${JSON.stringify(one).slice(0, 500)}\n${JSON.stringify(other).slice(0, 500)}`,
    )
  }
}

const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
const keptDir = process.env['BENCH_DATA']
if (keptDir !== undefined) mkdirSync(keptDir, { recursive: true })
const dataDir = keptDir ?? mkdtempSync(join(tmpdir(), 'portal-bench-permits-'))
chmodSync(dataDir, 0o711)
const [load = 0] = loadavg()
try {
  const servers = await startServers(
    dataDir,
    Number(process.env['BENCH_PORT'] ?? '4396'),
    rowCount,
    import.meta.resolve('./statements.ts'),
  )
  const lines: string[] = []
  try {
    const { pid, timeZone } = Me.parse(JSON.parse((await responseOf(servers.call('/api/auth/me'))).text))
    for (const question of questionsOf(servers, pid, timeZone)) {
      await assertSame(question)
      const [ours = [], limit = []] = await samples([question.ours, question.limit], times)
      const [ourMs, limitMs] = [median(ours), median(limit)]
      const isMet = ourMs / limitMs <= maxRatio && ourMs <= question.mostMs
      if (!isMet) process.exitCode = 1
      const line = `| ${question.what} | ${ms(ourMs)} | ${ms(limitMs)} | ${(ourMs / limitMs).toFixed(2)} | <= ${maxRatio}, <= ${question.mostMs} ms | ${isMet ? 'yes' : 'no'} |`
      console.log(line)
      lines.push(line)
    }
  } finally {
    await servers.close()
  }
  const report = [
    `${rowCount.toLocaleString('en-US')} permits, ${times} calls each by turns, one connection; ${availableParallelism()} cores, load ${load.toFixed(1)} before the start, ${new Date().toISOString().slice(0, 10)}.`,
    '',
    '| call | ours | plain SQL | ratio | goal | met |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n')
  writeReport('permits', report)
} finally {
  if (keptDir === undefined) rmSync(dataDir, { recursive: true, force: true })
}
