import { gzipSync } from 'node:zlib'
import { packed } from '#test-support/archives.ts'
import type { HostileInput } from './target.ts'

const megabyte = 1_048_576

/** Build archives that are expensive to unpack and cheap to send. */
export async function hostileArchives(): Promise<HostileInput[]> {
  const zeros = Buffer.alloc(150 * megabyte)
  const archives: readonly (readonly [name: string, bytes: Buffer])[] = [
    ['150 MB of zeros', gzipSync(zeros)],
    ['one file of 90 MB', await packed([{ name: 'a.js', content: zeros.subarray(0, 90 * megabyte) }])],
    ['a gzip in a gzip', gzipSync(gzipSync(zeros))],
    [
      '50,000 empty folders',
      await packed(
        Array.from({ length: 50_000 }, (_, at) => ({ name: `f${at}/`, type: 'directory' as const })),
      ),
    ],
    [
      '5,000 files',
      await packed(Array.from({ length: 5_000 }, (_, at) => ({ name: `f${at}.js`, content: 'x' }))),
    ],
    ['a name of 60 kB', await packed([{ name: `${'a/'.repeat(30_000)}x.js`, content: 'x' }])],
    ['a way out', await packed([{ name: '../../../x.js', content: 'x' }])],
    ['a link', await packed([{ name: 'a.js', type: 'symlink', linkname: '/etc/passwd' }])],
    ['a record 100,000 deep', await packed([{ name: 'portal-build.json', content: '['.repeat(100_000) }])],
    [
      'a record of 40 MB',
      await packed([{ name: 'portal-build.json', content: `{"a":"${'x'.repeat(40 * megabyte)}"}` }]),
    ],
    [
      'half an archive',
      (await packed([{ name: 'a.js', content: zeros.subarray(0, megabyte) }])).subarray(0, 700),
    ],
    ['no archive', Buffer.from('not a gzip'.repeat(1_000))],
  ]
  return archives.map(([name, bytes]) => ({ kind: 'archive', name, send: (target) => target.deploy(bytes) }))
}
