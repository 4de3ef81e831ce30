import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import type { Logger } from 'pino'
import { hasCode } from '#platform/error-code.ts'
import { writeDurably } from '#platform/storage/write-durably.ts'
import type { Database } from './database.ts'
import { findBinaries } from './embedded/binaries.ts'
import { startCluster, superuser } from './embedded/cluster.ts'
import { chooseLauncher } from './embedded/launcher.ts'
import { createExtensions } from './session-database.ts'
import type { StatementObserver } from '#platform/tracing/tracing.ts'
import { connectionsPerServer, createPooledDatabase } from './server-database.ts'

/** Connections for commands and other programs beside the servers. */
const spareConnections = 44

/** Name of the portal's role and database. The role is not a superuser. */
const portal = 'portal'

const Passwords = z.object({ superuser: z.string(), portal: z.string() })
type Passwords = z.infer<typeof Passwords>

/** The passwords of this cluster, created once. Only the server can read the file. */
async function readPasswords(dataDir: string): Promise<Passwords> {
  const path = join(dataDir, 'database.secret')
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  })
  if (text !== null) return Passwords.parse(JSON.parse(text))
  const passwords = {
    superuser: randomBytes(24).toString('base64url'),
    portal: randomBytes(24).toString('base64url'),
  }
  await writeDurably(path, JSON.stringify(passwords))
  return passwords
}

async function asSuperuser<Result>(
  socketFolder: string,
  password: string,
  database: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ host: socketFolder, user: superuser, password, database })
  // A lost connection fails the statement; the event alone would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** True when PostgreSQL accepts connections. Throws for a wrong password, which waiting does not fix. */
async function isReady(socketFolder: string, password: string): Promise<boolean> {
  try {
    await asSuperuser(socketFolder, password, 'postgres', (client) => client.query('select 1'))
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code !== '57P03') throw error
    return false
  }
}

/**
 * Creates the portal's role, database and extensions where they are missing. Runs at each start, so it
 * completes a setup that was killed.
 */
async function prepare(socketFolder: string, passwords: Passwords): Promise<void> {
  await asSuperuser(socketFolder, passwords.superuser, 'postgres', async (client) => {
    const role = await client.query('select 1 from pg_roles where rolname = $1', [portal])
    const verb = role.rows.length === 0 ? 'create' : 'alter'
    await client.query(
      `${verb} role ${portal} login nosuperuser nocreatedb nocreaterole password ${client.escapeLiteral(passwords.portal)}`,
    )
    const database = await client.query('select 1 from pg_database where datname = $1', [portal])
    if (database.rows.length === 0) await client.query(`create database ${portal} owner ${portal}`)
  })
  await asSuperuser(socketFolder, passwords.superuser, portal, (client) => client.query(createExtensions))
}

/** How to connect to the PostgreSQL of a data folder as the portal, or as the owner of the cluster. */
export async function connectionOf(
  dataDir: string,
  socketFolder: string,
  role: 'portal' | 'owner',
): Promise<pg.ClientConfig> {
  const passwords = await readPasswords(dataDir)
  return role === 'portal'
    ? { host: socketFolder, user: portal, password: passwords.portal, database: portal }
    : { host: socketFolder, user: superuser, password: passwords.superuser, database: portal }
}

/**
 * Connects to the database of a portal that already runs on this data folder, by the socket of its
 * PostgreSQL. Null when it does not answer.
 */
export async function connectRunning(
  dataDir: string,
  socketFolder: string,
  log: Logger,
  onStatement?: StatementObserver,
): Promise<Database | null> {
  const connection = await connectionOf(dataDir, socketFolder, 'portal')
  const database = createPooledDatabase({
    kind: 'embedded',
    connection,
    log,
    closeServer: () => Promise.resolve(),
    onStatement,
  })
  try {
    await database.ping()
    return database
  } catch {
    await database.close()
    return null
  }
}

/** Gives files of the data folder's PostgreSQL to the user it runs as. */
export async function ownByPostgres(dataDir: string, paths: readonly string[]): Promise<void> {
  const launcher = await chooseLauncher(await findBinaries(), join(dataDir, 'postgres'))
  for (const path of paths) await launcher.own(path)
}

/**
 * PostgreSQL in the data folder for so many workers, started and stopped together with this server. Throws
 * NoBinariesError or ClusterError.
 */
export async function openEmbedded(
  dataDir: string,
  log: Logger,
  {
    workers = 1,
    onStatement,
    maxStartMs,
  }: { workers?: number; onStatement?: StatementObserver | undefined; maxStartMs?: number } = {},
): Promise<Database> {
  const home = join(dataDir, 'postgres')
  const binaries = await findBinaries()
  const launcher = await chooseLauncher(binaries, home)
  const passwords = await readPasswords(dataDir)
  const cluster = await startCluster({
    binaries,
    launcher,
    home,
    superuserPassword: passwords.superuser,
    connections: spareConnections + workers * connectionsPerServer,
    isReady: (socketFolder) => isReady(socketFolder, passwords.superuser),
    onCrash: (reason) => log.error(reason),
    ...(maxStartMs !== undefined && { maxStartMs }),
  })
  try {
    await prepare(cluster.socketFolder, passwords)
  } catch (error) {
    await cluster.stop()
    throw error
  }
  const connection = await connectionOf(dataDir, cluster.socketFolder, 'portal')
  const database = createPooledDatabase({
    kind: 'embedded',
    connection,
    log,
    onStatement,
    closeServer: () => cluster.stop(),
  })
  return {
    ...database,
    administer: (statements) =>
      asSuperuser(cluster.socketFolder, passwords.superuser, portal, async (client) => {
        await client.query(`begin; ${statements.join('; ')}; commit`)
      }),
  }
}
