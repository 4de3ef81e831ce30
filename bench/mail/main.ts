import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { median, percentile95, samples } from '../records/load.ts'
import type { Call } from '../records/load.ts'
import { responseOf, startServers } from '../records/servers.ts'
import type { Servers } from '../records/servers.ts'
import { writeReport } from '../write-report.ts'
import { fillMailbox } from './fill-mailbox.ts'

/**
 * One mailbox with `messageCount` messages compared with plain SQL. Goals: at most `goal` times the median of
 * plain SQL, and a 95th percentile of at most `mostMs`.
 */
const messageCount = Number(process.env['MESSAGES'] ?? '100000')
const times = 200
const goal = 2

const Me = z.object({ pid: z.string(), email: z.string() })
const Listed = z.object({
  messages: z.array(z.object({ id: z.string() })),
  metadata: z.object({ count: z.number() }),
})
const Limited = z.tuple([
  z.object({ messages: z.array(z.object({ id: z.string() })).nullable(), count: z.number() }),
])

interface Question {
  what: string
  mostMs: number | null
  ours: (n: number) => Call
  limit: (n: number) => Call
}

const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`

/** The measured calls. A call varies its parameters between runs where it has any. */
function questionsOf(servers: Servers, mailbox: string, words: readonly string[]): Question[] {
  const word = (n: number) => words[n % words.length] ?? ''
  const messages = (query: string) => servers.call(`/api/mail/messages?folder=inbox&${query}`)
  const id = (n: number) => `bench${1 + ((n * 7_919) % messageCount)}`
  return [
    {
      what: 'list, page 1 with its exact count',
      mostMs: 50,
      ours: () => messages('page=1'),
      limit: () => servers.limit('list', mailbox),
    },
    {
      what: 'list, page 501',
      mostMs: 50,
      ours: () => messages('page=501'),
      limit: () => servers.limit('deep', mailbox),
    },
    {
      what: 'counts of the eight folders',
      mostMs: null,
      ours: () => servers.call('/api/mail/folders'),
      limit: () => servers.limit('folders', mailbox),
    },
    {
      what: 'search for a word, with its exact count',
      mostMs: 120,
      ours: (n) => messages(`q=${word(n)}`),
      limit: (n) => servers.limit('search', mailbox, word(n)),
    },
    {
      what: 'search from: somebody',
      mostMs: 120,
      ours: (n) => messages(`q=from:${word(n)}`),
      limit: (n) => servers.limit('searchSender', mailbox, word(n)),
    },
    {
      what: 'open a message',
      mostMs: 50,
      ours: (n) => servers.call(`/api/mail/messages/${id(n)}`),
      limit: (n) => servers.limit('open', mailbox, id(n)),
    },
  ]
}

/** Both sides must return the same messages; otherwise the comparison is invalid. */
async function assertSame({ what, ours, limit }: Question): Promise<void> {
  if (!/^(list|search)/.test(what)) return
  const found = Listed.parse(JSON.parse((await responseOf(ours(1))).text))
  const [plain] = Limited.parse(JSON.parse((await responseOf(limit(1))).text))
  const [one, other] = [found.messages, plain.messages ?? []].map((list) =>
    list.map(({ id }) => id).join(' '),
  )
  if (found.metadata.count !== plain.count || one !== other)
    throw new Error(`${what}: the limit answers something else than the portal`)
}

const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-mail-'))
chmodSync(dataDir, 0o711)
const [load = 0] = loadavg()
try {
  const servers = await startServers(
    dataDir,
    Number(process.env['BENCH_PORT'] ?? '4394'),
    2_000,
    import.meta.resolve('./statements.ts'),
  )
  const lines: string[] = []
  try {
    const me = Me.parse(JSON.parse((await responseOf(servers.call('/api/auth/me'))).text))
    const words = await fillMailbox(dataDir, me, messageCount)
    for (const question of questionsOf(servers, me.pid, words)) {
      await assertSame(question)
      const [ours = [], limit = []] = await samples([question.ours, question.limit], times)
      const [ratio, slowest] = [median(ours) / median(limit), percentile95(ours)]
      const isMet = ratio <= goal && slowest <= (question.mostMs ?? Number.POSITIVE_INFINITY)
      if (!isMet) process.exitCode = 1
      const goals = `<= ${goal}${question.mostMs === null ? '' : `, p95 <= ${question.mostMs} ms`}`
      const line = `| ${question.what} | ${ms(median(ours))} | ${ms(median(limit))} | ${ratio.toFixed(2)} | ${ms(slowest)} | ${goals} | ${isMet ? 'yes' : 'no'} |`
      console.log(line)
      lines.push(line)
    }
  } finally {
    await servers.close()
  }
  const report = [
    `${messageCount.toLocaleString('en')} messages in one mailbox, ${times} calls each by turns, one connection; ${availableParallelism()} cores, load ${load.toFixed(1)} before the start, ${new Date().toISOString().slice(0, 10)}.`,
    '',
    '| call | ours | plain SQL | ratio | p95 | goal | met |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n')
  writeReport('mail', report)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
