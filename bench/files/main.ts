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
import { answerOf, startServers } from '../records/servers.ts'
import type { Servers } from '../records/servers.ts'
import { writeReport } from '../write-report.ts'

/**
 * The embedded store beside plain node:http writing (to the disk, as we do) and reading the same bytes. Goal:
 * at least 0.8 of its throughput.
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

/** Megabytes a second of some work on `sizeMb` of them. */
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

/** Speeds of one round; the two that are compared follow each other at once. */
interface Round {
  up: { ours: number; plain: number }
  down: { ours: number; plain: number }
  unsynced: number
}

/**
 * Up is the PUT to the signed address: received, hashed, synced to the disk and named. Down is the download,
 * session and all.
 */
async function portalTurns({ cookie, call }: Servers) {
  const ask = async (path: string, body?: object) =>
    answerOf({ ...call(path), method: 'POST', ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
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
 * Uploads left to the system go to the disk before anybody else's turn, untimed, so that no turn pays for
 * another's.
 */
async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  await file.sync()
  await file.close()
}

/** Two speeds measured one right after the other; whose turn is first changes from round to round. */
async function byTurns(
  isOursFirst: boolean,
  ours: () => Promise<number>,
  plain: () => Promise<number>,
): Promise<{ ours: number; plain: number }> {
  if (!isOursFirst) return { plain: await plain(), ours: await ours() }
  return { ours: await ours(), plain: await plain() }
}

/**
 * A new file for each turn, as every upload is one. Nothing is deleted before the end: whoever writes after a
 * deletion gets memory that is at hand, and the other one has to be given fresh memory.
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
 * Medians of both, and the median of the ratios round by round, since the turns of one round find the machine
 * in much the same state.
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
    // One round is warming up.
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
