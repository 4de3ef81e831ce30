import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { durations } from '../records/load.ts'
import type { Call } from '../records/load.ts'
import { startServers } from '../records/servers.ts'
import { writeReport } from '../write-report.ts'

/**
 * Cost of the session check: the same calls with and without a session cookie. Goal: a median difference of
 * at most 1 ms.
 */
const goalMs = 1
const times = 501
const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-auth-'))
chmodSync(dataDir, 0o711)
try {
  const servers = await startServers(dataDir, Number(process.env['BENCH_PORT'] ?? '4392'), 10_000)
  const lines: string[] = []
  let isMet = true
  try {
    // Use the public host name; otherwise the server redirects to it.
    const { host } = new URL(servers.origin)
    for (const [what, path] of [
      ['the registry of modules', '/federation/registry.json'],
      ['health, which asks the database by itself too', '/api/health'],
    ] as const) {
      const { url, headers } = servers.call(path)
      const withSession: Call = { url, headers: { ...headers, host } }
      const without: Call = { url, headers: { host } }
      const [ours = Number.NaN, bare = Number.NaN] = await durations(
        [() => withSession, () => without],
        times,
      )
      const addedMs = ours - bare
      isMet &&= addedMs <= goalMs
      const line = `| ${what} | ${ours.toFixed(2)} ms | ${bare.toFixed(2)} ms | ${addedMs.toFixed(2)} ms | <= ${goalMs} ms | ${addedMs <= goalMs ? 'yes' : 'no'} |`
      console.log(line)
      lines.push(line)
    }
  } finally {
    await servers.close()
  }
  const report = [
    `${times} calls each, taking turns, one connection; ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}.`,
    '',
    '| call | with a session | without | added | goal | met |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n')
  writeReport('auth', report)
  if (!isMet) process.exitCode = 1
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
