import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { packed } from '#test-support/archives.ts'
import { readArchive } from './read-archive.ts'

test('S-07: an archive with too many folders is refused as soon as the limit is exceeded', async () => {
  const folders = Array.from({ length: 12_000 }, (_, at) => ({ name: `f${at}/`, type: 'directory' as const }))
  await assert.rejects(readArchive(await packed(folders)), /holds more than 10000 files and folders/)
})

test('a file in an archive has the hash of its bytes', async () => {
  const content = Buffer.alloc(300_000, 'abc')
  const [file] = await readArchive(await packed([{ name: './a.js', content }]))
  assert.deepEqual(
    [file?.path, file?.bytes, file?.sha256],
    ['a.js', content, createHash('sha256').update(content).digest('hex')],
  )
})
