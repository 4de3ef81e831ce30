import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createGzip } from 'node:zlib'
import tar from 'tar-stream'
import { buildApp } from '#app/app.ts'
import { openDeps } from '#app/open-deps.ts'
import { readSample } from '#app/seed/austin-rows.ts'
import { seedFirstStart } from '#app/seed/first-start.ts'
import { parseEnvironment } from '#platform/environment/environment.ts'
import { createGiven } from './given.ts'
import { releasedKey, releasedPath, schemaFile } from './released.ts'
import { readSchema } from './schema.ts'

/** Rows of the sample, so that the data stay small. */
const sampleRows = 8

/** What the sample data lack, as people add it: a field with a value and a saved view. */
const calls = [
  {
    apiPath: 'permits/fields',
    method: 'POST',
    body: { name: 'inspector', label: 'Inspector', type: 'text' },
  },
  {
    apiPath: 'views',
    method: 'POST',
    body: { name: 'By inspector', collection: 'permits', hide: ['title'] },
  },
]

/** Fills a new portal and returns its schema as text. */
async function fill(variables: Record<string, string>): Promise<string> {
  const { deps, close } = await openDeps(parseEnvironment(variables), () => undefined)
  try {
    const read = async () => (await readSample()).slice(0, sampleRows)
    await seedFirstStart(deps, () => undefined, { read })
    const app = await buildApp(deps)
    const given = createGiven(deps)
    const cookie = await given.cookieOf((await given.everyRole()).superadmin)
    for (const payload of calls) {
      const headers = { host: 'localhost:3000', cookie }
      const { statusCode, body } = await app.inject({ method: 'POST', url: '/api/crud', headers, payload })
      if (statusCode >= 300) throw new Error(`${payload.apiPath}: ${body}`)
    }
    await app.close()
    return JSON.stringify(await readSchema(deps.database))
  } finally {
    await close()
  }
}

/** Packs a folder. Times and owners are left out, so that equal data make an equal file. */
async function pack(folder: string): Promise<Buffer> {
  const archive = tar.pack()
  const whole = buffer(archive.pipe(createGzip({ level: 9 })))
  const paths = (await readdir(folder, { recursive: true })).toSorted()
  for (const path of paths) {
    const file = join(folder, path)
    if ((await stat(file)).isDirectory()) continue
    archive.entry({ name: relative(folder, file), mtime: new Date(0) }, await readFile(file))
  }
  archive.finalize()
  return whole
}

const [version] = process.argv.slice(2)
if (version === undefined) throw new Error('Name the release, such as 0.1.0.')
const folder = await mkdtemp(join(tmpdir(), 'portal-release-'))
try {
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'data')
  await mkdir(dataDir, { mode: 0o711 })
  const variables = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: dataDir,
    DEMO: '1',
    LOG_LEVEL: 'error',
    SEED_DATE: new Date().toISOString().slice(0, 10),
    // The copy of PostgreSQL's own files is bound to a platform, and large.
    BACKUP_LOG: '0',
    BACKUP_KEY: releasedKey,
  }
  const schema = await fill(variables)
  const script = join(import.meta.dirname, '../app/backup.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script, join(folder, 'backups')], {
    env: variables,
  })
  const backup = stdout.trim()
  await writeFile(join(backup, schemaFile), `${schema}\n`)
  const path = releasedPath(version)
  await mkdir(dirname(path), { recursive: true })
  const bytes = await pack(backup)
  await writeFile(path, bytes, { flag: 'wx' })
  process.stdout.write(
    `${path} has ${bytes.length} bytes. Never change it: later versions must restore it.\n`,
  )
} finally {
  await rm(folder, { recursive: true, force: true })
}
