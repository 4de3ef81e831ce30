import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const Passwords = z.object({ portal: z.string() })

/** DATABASE_URL of the PostgreSQL server of a data folder. */
export async function embeddedUrl(dataDir: string): Promise<string> {
  const { portal } = Passwords.parse(JSON.parse(await readFile(join(dataDir, 'database.secret'), 'utf8')))
  const socketFolder =
    (await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[4] ?? ''
  return `postgres://portal:${portal}@localhost/portal?host=${encodeURIComponent(socketFolder)}`
}
