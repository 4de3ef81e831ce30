import { execFile } from 'node:child_process'
import { appendFile, chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { pino } from 'pino'
import type { Database } from '#platform/database/database.ts'
import { connectionOf, openEmbedded } from '#platform/database/embedded-database.ts'
import { findBinaries } from '#platform/database/embedded/binaries.ts'
import { startCluster } from '#platform/database/embedded/cluster.ts'
import type { Cluster } from '#platform/database/embedded/cluster.ts'
import { chooseLauncher } from '#platform/database/embedded/launcher.ts'
import { runningSocket } from '#platform/database/embedded/orphan.ts'
import { migrate } from '#platform/database/migrate.ts'
import { embeddedUrl } from './embedded-url.ts'

const connections = 100
const log = pino({ level: 'silent' })

/** A primary and its standby by streaming replication, both real, on this machine. */
export interface StandbyPair {
  primary: Database
  primaryUrl: string
  /** DATABASE_READ_URL. */
  standbyUrl: string
  /** Changes on the standby are visible so many milliseconds after their commit. */
  delay(ms: number): Promise<void>
  /** Runs a statement on the standby as the owner of the cluster. */
  onStandby(text: string): Promise<unknown[]>
  stopStandby(): Promise<void>
  startStandby(): Promise<void>
  close(): Promise<void>
}

async function runAs(connection: pg.ClientConfig, text: string): Promise<unknown[]> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** Starts a migrated primary and a standby made from a copy of its files. */
export async function startStandbyPair(): Promise<StandbyPair> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-standby-'))
  await chmod(folder, 0o711)
  const [first, second] = [join(folder, 'primary'), join(folder, 'standby')]
  await mkdir(first, { mode: 0o711 })
  await mkdir(join(second, 'postgres'), { recursive: true, mode: 0o711 })
  const made = await openEmbedded(first, log)
  await migrate(made.kysely)
  await made.close()
  const data = join(second, 'postgres/data')
  await promisify(execFile)('cp', ['-a', join(first, 'postgres/data'), data])
  const primary = await openEmbedded(first, log)
  const { host, user, password } = await connectionOf(first, (await runningSocket(first)) ?? '', 'owner')
  const launcher = await chooseLauncher(await findBinaries(), join(second, 'postgres'))
  await appendFile(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${String(host)} user=${String(user)} password=${String(password)}'\n`,
  )
  const signal = join(data, 'standby.signal')
  await writeFile(signal, '', { mode: 0o600 })
  await launcher.own(signal)
  let cluster: Cluster
  // Each start has another folder for its socket.
  const socket = join(folder, 'socket')
  const owner = (place: string) => connectionOf(first, place, 'owner')
  const startStandby = async () => {
    cluster = await startCluster({
      binaries: await findBinaries(),
      launcher,
      home: join(second, 'postgres'),
      superuserPassword: '',
      connections,
      isReady: async (place) =>
        runAs(await owner(place), 'select 1').then(
          () => true,
          () => false,
        ),
      onCrash: () => undefined,
    })
    await rm(socket, { force: true })
    await symlink(cluster.socketFolder, socket)
  }
  await startStandby()
  const primaryUrl = await embeddedUrl(first)
  const onStandby = async (text: string) => runAs(await owner(cluster.socketFolder), text)
  return {
    primary,
    primaryUrl,
    standbyUrl: primaryUrl.replace(/host=.*$/, `host=${encodeURIComponent(socket)}`),
    onStandby,
    async delay(ms) {
      await onStandby(`alter system set recovery_min_apply_delay = '${ms}ms'`)
      await onStandby('select pg_reload_conf()')
    },
    stopStandby: () => cluster.stop(),
    startStandby,
    async close() {
      await cluster.stop()
      await primary.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
