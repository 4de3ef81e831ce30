import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { median } from '../records/load.ts'
import { responseOf, startServers } from '../records/servers.ts'
import type { Servers } from '../records/servers.ts'
import { writeReport } from '../write-report.ts'

/**
 * Throughput of the embedded file store compared with plain node:http that writes (synced to disk, like the
 * store) and reads the same bytes. Goal: at least 0.8 of the plain throughput.
 */
const goal = 0.8
const sizeMb = Number(process.env['BENCH_MB'] ?? '256')
const rounds = 11
const [load = 0] = loadavg()
const megabyte = randomBytes(1_048_576)
const Made = z.object({ file: z.object({ pid: z.string() }), signedUrl: z.string() })

async function send(
  url: URL,
  method: string,
  headers: Record<string, string>,
  body?: Readable,
): Promise<IncomingMessage> {
  const call = request(url, { method, headers })
  const answered = once(call, 'response')
  if (body === undefined) call.end()
  else await pipeline(body, call)
  const [response] = z.tuple([z.custom<IncomingMessage>()]).parse(await answered)
  if (response.statusCode !== 200) throw new Error(`${method} answered ${response.statusCode}`)
  return response
}

/** Throughput in MB/s of a function that moves `sizeMb` megabytes. */
async function speedOf(work: () => Promise<void>): Promise<number> {
  const beganMs = performance.now()
  await work()
  return (sizeMb * 1000) / (performance.now() - beganMs)
}

async function put(url: URL): Promise<void> {
  const bytes = function* () {
    for (let at = 0; at < sizeMb; at += 1) yield megabyte
  }
  const headers = {
    'content-type': 'application/octet-stream',
    'content-length': String(sizeMb * megabyte.byteLength),
  }
  const response = await send(url, 'PUT', headers, Readable.from(bytes(), { objectMode: false }))
  for await (const _ of response);
}

async function get(url: URL, headers: Record<string, string> = {}): Promise<void> {
  let size = 0
  for await (const part of await send(url, 'GET', headers)) size += Buffer.from(part).byteLength
  if (size !== sizeMb * megabyte.byteLength) throw new Error(`${size} bytes came back`)
}

/**
 * Throughput values of one round. The two values that are compared are measured directly after each other.
 */
interface Round {
  up: { ours: number; plain: number }
  down: { ours: number; plain: number }
  unsynced: number
}

/**
 * `up` is the PUT to the signed URL: receive, hash, sync to disk and rename.
 * `down` is the download including the session check.
 */
async function portalTurns({ cookie, call }: Servers) {
  const ask = async (path: string, body?: object) =>
    responseOf({
      ...call(path),
      method: 'POST',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const size = sizeMb * megabyte.byteLength
  const { text } = await ask('/api/aws/createFile', {
    name: 'bench.bin',
    parentId: 'team',
    size,
    mimeType: 'application/octet-stream',
    root: 'team',
  })
  const { file, signedUrl } = Made.parse(JSON.parse(text))
  return {
    up: () => speedOf(() => put(new URL(signedUrl))),
    keep: () => ask(`/api/aws/markAsDone?pid=${file.pid}`),
    down: () => speedOf(() => get(call(`/api/files/${file.pid}/content`).url, { cookie })),
  }
}

/**
 * Syncs an unsynced upload to disk outside the timed section, so that the next measurement does not pay for
 * it.
 */
async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  await file.sync()
  await file.close()
}

/** Measures two throughputs directly after each other. The order alternates between rounds. */
async function byTurns(
  isOursFirst: boolean,
  ours: () => Promise<number>,
  plain: () => Promise<number>,
): Promise<{ ours: number; plain: number }> {
  if (!isOursFirst) return { plain: await plain(), ours: await ours() }
  return { ours: await ours(), plain: await plain() }
}

/**
 * Each measurement uses a new file, as every upload does. Files are deleted only after the last round: a
 * deletion frees memory for the next writer and would distort its result.
 */
async function oneRound(servers: Servers, plain: URL, folder: string, round: number): Promise<Round> {
  const portal = await portalTurns(servers)
  const url = new URL(`/plain-${round}`, plain)
  const isOursFirst = round % 2 === 0
  const up = await byTurns(isOursFirst, portal.up, () => speedOf(() => put(url)))
  await portal.keep()
  const down = await byTurns(isOursFirst, portal.down, () => speedOf(() => get(url)))
  const unsynced = await speedOf(() => put(new URL(`/unsynced-${round}?unsynced`, plain)))
  await syncFile(join(folder, `unsynced-${round}`))
  return { up, down, unsynced }
}

/**
 * Returns the medians of both sides and the median of the per-round ratios. The ratio is taken per round
 * because the machine state changes less within a round.
 */
function compared(turns: readonly { ours: number; plain: number }[]): { cells: string; ratio: number } {
  const ratio = median(turns.map(({ ours, plain }) => ours / plain))
  const [ours, plain] = [median(turns.map((turn) => turn.ours)), median(turns.map((turn) => turn.plain))]
  return { ratio, cells: `${ours.toFixed(0)} MB/s | ${plain.toFixed(0)} MB/s | ${ratio.toFixed(2)}` }
}

const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-files-'))
chmodSync(dataDir, 0o711)
const plainFolder = mkdtempSync(join(tmpdir(), 'portal-bench-plain-'))
try {
  const servers = await startServers(dataDir, Number(process.env['BENCH_PORT'] ?? '4393'), 2_000)
  const plain = spawn(process.execPath, [join(import.meta.dirname, 'plain-server.ts'), plainFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const found: Round[] = []
  try {
    const [said] = z.array(z.unknown()).parse(await once(createInterface({ input: plain.stdout }), 'line'))
    const { port } = z.object({ port: z.number() }).parse(JSON.parse(String(said)))
    // Round 0 is a warm-up.
    for (let round = 0; round <= rounds; round += 1) {
      const speeds = await oneRound(servers, new URL(`http://127.0.0.1:${port}`), plainFolder, round)
      if (round > 0) found.push(speeds)
    }
  } finally {
    plain.kill()
    await servers.close()
  }
  const lines = (['up', 'down'] as const).map((way) => {
    const { cells, ratio } = compared(found.map((round) => round[way]))
    const isMet = ratio >= goal
    if (!isMet) process.exitCode = 1
    return `| ${way} | ${cells} | >= ${goal} | ${isMet ? 'yes' : 'no'} |`
  })
  const beside = compared(found.map(({ up, unsynced }) => ({ ours: up.ours, plain: unsynced })))
  lines.push(`| up, beside a plain server that syncs nothing | ${beside.cells} | none | |`)
  for (const line of lines) console.log(line)
  const busy =
    load > 1 ? ` The machine was busy with other work (load ${load.toFixed(1)} before the start).` : ''
  const report = [
    `A file of ${sizeMb} MB, ${rounds} times each by turns, medians (of the ratio too, round by round); ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}.${busy}`,
    '',
    '| way | embedded store | plain node:http | ratio | goal | met |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n')
  writeReport('files', report)
} finally {
  for (const folder of [dataDir, plainFolder]) rmSync(folder, { recursive: true, force: true })
}
