import { createReadStream, readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import semver from 'semver'
import tar from 'tar-stream'
import { Schema } from './schema.ts'

const folder = join(import.meta.dirname, 'released')

/** BACKUP_KEY of released data. They hold nothing but sample data. */
export const releasedKey = 'the key of released data'
/** The schema of the release, packed with its backup. */
export const schemaFile = 'schema.json'

/** The backup of a release, made by scripts/release-data.ts. */
export const releasedPath = (version: string) => join(folder, `${version}.tar.gz`)

/** The releases with data, oldest first. */
export const listReleases = (): string[] =>
  semver.sort(readdirSync(folder).map((name) => name.replace(/\.tar\.gz$/, '')))

async function* filesOf(version: string): AsyncIterable<{ name: string; bytes: Buffer }> {
  const entries = tar.extract()
  createReadStream(releasedPath(version)).pipe(createGunzip()).pipe(entries)
  for await (const entry of entries) yield { name: entry.header.name, bytes: await buffer(entry) }
}

/** Unpacks the backup of a release into a folder. */
export async function unpackRelease(version: string, to: string): Promise<void> {
  for await (const { name, bytes } of filesOf(version)) {
    const path = join(to, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
  }
}

/** The schema of a release. */
export async function readReleasedSchema(version: string): Promise<Schema> {
  for await (const { name, bytes } of filesOf(version))
    if (name === schemaFile) return Schema.parse(JSON.parse(bytes.toString()))
  throw new Error(`The data of release ${version} have no schema.`)
}
